-- serves: 0032
-- Experts try a call with themselves before the first student calls.

-- The last test call in which voice and picture arrived, as the browser of the expert reported it.
alter table experts add column call_tested_at timestamptz;
