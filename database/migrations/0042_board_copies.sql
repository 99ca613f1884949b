-- serves: 0032
-- A new session of the same two people can start with the board of an earlier one, and an expert can start with a prepared board.

-- The earlier session that the student asks about again. Its board is copied when the expert accepts.
alter table help_sessions add column continues_id uuid references help_sessions (id);

-- The pages of a board name its pictures. A copy has its own pictures under the same ids, so that each board can be deleted alone.
alter table board_pictures drop constraint board_pictures_pkey;
alter table board_pictures add primary key (board_id, id);
create index board_pictures_id_idx on board_pictures (id);
