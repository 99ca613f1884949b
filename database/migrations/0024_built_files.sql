-- serves: 0022
-- The files that the pages of every build of the last weeks load. Their names carry a hash of what is in them, so nothing here ever
-- changes. While two builds run beside each other, and for pages that stay open, each node also serves the files of the others.
create table built_files (
  path text primary key,
  content_type text not null,
  -- Brotli, or nothing where a file is packed already.
  is_brotli boolean not null,
  body bytea not null,
  -- When a node with this file last started.
  seen_at timestamptz not null
);
