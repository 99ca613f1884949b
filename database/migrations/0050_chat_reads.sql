-- serves: 0032
-- The last chat message that the expert of a session has seen. The dashboard lists the sessions with newer ones.

create table chat_reads (
  session_id uuid primary key references help_sessions (id),
  number integer not null check (number > 0)
);

-- Older chats count as seen.
insert into chat_reads (session_id, number)
select session_id, max(number) from session_messages group by session_id;
