-- serves: 0032
-- A search has to know whether more than 1,000 experts match. One expert in 64, by a random part of the id, tells it
-- with a fraction of the work.
create index search_entries_sample_idx on search_entries using gin (answers) with (fastupdate = off)
  where get_byte(uuid_send(expert_id), 15) % 64 = 0;
create index search_entries_sample_online_idx on search_entries using gin (answers) with (fastupdate = off)
  where online and get_byte(uuid_send(expert_id), 15) % 64 = 0;
create index search_mentions_sample_idx on search_mentions using gin (mentions)
  where get_byte(uuid_send(expert_id), 15) % 64 = 0;
