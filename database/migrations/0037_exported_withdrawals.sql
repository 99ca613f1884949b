-- serves: 0032
-- When and by whom a withdrawal was last written into a file for the bank. From then on the bank may pay it.
alter table withdrawals
  add column exported_at timestamptz,
  add column exported_by uuid references profiles (id);

update withdrawals set exported_at = line.at, exported_by = line.actor_id
from (
  select distinct on (thing_id) thing_id, at, actor_id from audit_log
  where act = 'withdrawals exported' and thing = 'withdrawal'
  order by thing_id, id desc
) line
where line.thing_id = withdrawals.id::text;
