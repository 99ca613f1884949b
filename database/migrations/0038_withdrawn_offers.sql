-- serves: 0032
-- An offer that the database withdraws is announced by a job: its ring stops at once, and the student's page counts right.

-- An expert has at most one open offer.
create or replace function session_withdraws_offers() returns trigger language plpgsql as $$
declare
  withdrawn uuid;
begin
  update offers set state = 'withdrawn', closed_at = new.asked_at
  where expert_id = new.expert_id and state = 'open' and id <> new.id returning id into withdrawn;
  if found then
    perform graphile_worker.add_job('announce_withdrawn_offer', json_build_object('offerId', withdrawn));
  end if;
  return null;
end $$;

create or replace function suspension_withdraws_offers() returns trigger language plpgsql as $$
declare
  withdrawn uuid;
begin
  update offers set state = 'withdrawn', closed_at = now()
  where expert_id = new.user_id and state = 'open' returning id into withdrawn;
  if found then
    perform graphile_worker.add_job('announce_withdrawn_offer', json_build_object('offerId', withdrawn));
  end if;
  return null;
end $$;
