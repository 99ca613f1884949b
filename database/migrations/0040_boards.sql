-- serves: 0032
-- The board of a session, and the boards that experts prepare: pages and code pads in one document that several browsers edit.

create table boards (
  -- The board of a session has the id of its session.
  id uuid primary key,
  session_id uuid unique references help_sessions (id) check (session_id = id),
  -- The expert who prepared it. The board of a session has no owner.
  owner_id uuid references profiles (id),
  name text check (length(name) between 1 and 80),
  -- The number of the newest update, and the bytes of all stored updates and pictures.
  last integer not null default 0,
  bytes bigint not null default 0,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((session_id is null) <> (owner_id is null)),
  check ((owner_id is null) = (name is null))
);
create index boards_owner_idx on boards (owner_id);

-- The changes, as the browsers encode them. Merged ones have the number of the newest among them.
create table board_updates (
  board_id uuid not null references boards (id) on delete cascade,
  number integer not null check (number > 0),
  -- Null when the updates of several people were merged.
  author_id uuid references profiles (id),
  data bytea not null check (octet_length(data) > 0),
  stored_at timestamptz not null,
  primary key (board_id, number)
);
create index board_updates_author_idx on board_updates (author_id);

-- Each open page writes under its own number, which is part of every change. So the author of each stroke is known.
create table board_writers (
  board_id uuid not null references boards (id) on delete cascade,
  writer bigint not null,
  author_id uuid not null references profiles (id),
  primary key (board_id, writer)
);
create index board_writers_author_idx on board_writers (author_id);

create table board_pictures (
  id uuid primary key,
  board_id uuid not null references boards (id) on delete cascade,
  author_id uuid not null references profiles (id),
  key text not null unique,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  size_bytes integer not null check (size_bytes > 0),
  stored_at timestamptz not null
);
create index board_pictures_board_idx on board_pictures (board_id);
create index board_pictures_author_idx on board_pictures (author_id);
