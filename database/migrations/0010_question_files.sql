-- Files that students store before they ask. The bytes are in the storage under the same key, which is never there without its row;
-- what no session has used after a day goes, row and bytes.
create table question_files (
  key text primary key,
  student_id uuid not null references profiles (id),
  -- As the two people see it; it ends in what the file is.
  name text not null check (length(name) between 1 and 200),
  -- As this server found it to be.
  type text not null check (type in ('image/webp', 'application/pdf', 'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  size_bytes integer not null check (size_bytes > 0),
  stored_at timestamptz not null
);
create index question_files_student_idx on question_files (student_id);
create index question_files_stored_idx on question_files (stored_at);

alter table help_sessions add constraint help_sessions_file_is_stored foreign key (file_key) references question_files (key);
create index help_sessions_file_idx on help_sessions (file_key) where file_key is not null;
