-- What the two people of a session write to each other while there is a call. It stays with the session, for both and the team.
create table session_messages (
  -- Made by the browser before its first try.
  id uuid primary key,
  session_id uuid not null references help_sessions (id),
  -- 1, 2, 3 without a gap, so that whoever was away knows what is missing.
  number integer not null check (number > 0),
  author_id uuid not null references profiles (id),
  -- Leaves with the account of the author.
  text text check (length(text) between 1 and 2000),
  said_at timestamptz not null,
  unique (session_id, number)
);
create index session_messages_author_idx on session_messages (author_id);

create function session_message_is_guarded() returns trigger language plpgsql as $$
begin
  if (new.id, new.session_id, new.number, new.author_id, new.said_at)
      is distinct from (old.id, old.session_id, old.number, old.author_id, old.said_at)
    or (new.text is not null and new.text is distinct from old.text) then
    raise exception 'what was written stays as it was';
  end if;
  return new;
end $$;
create trigger session_messages_guard before update on session_messages for each row execute function session_message_is_guarded();
revoke delete on session_messages from samjhao_app;
