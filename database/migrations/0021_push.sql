-- Browsers that can be told something while no page is open, and whether an expert can be called through one of them.

-- The pair of keys by which push services know us. Made at the first start; subscriptions are bound to it, so it never changes.
create table push_keys (
  id boolean primary key default true check (id),
  public_key text not null,
  sealed_private_key text not null
);

create table push_subscriptions (
  id uuid primary key default uuidv7(),
  profile_id uuid not null references profiles (id) on delete cascade,
  -- Whoever signs out takes the subscription of that browser along.
  sign_in_id uuid not null references sign_ins (id) on delete cascade,
  -- An address that only the browser's push service and we know: who has it can send to it.
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  -- When a page of that browser last said that it is there.
  confirmed_at timestamptz not null,
  last_delivered_at timestamptz,
  -- A ring was not acknowledged in time. Until a page confirms it, nobody counts on this browser.
  ring_unanswered_at timestamptz
);
create index push_subscriptions_profile_idx on push_subscriptions (profile_id);
create index push_subscriptions_sign_in_idx on push_subscriptions (sign_in_id);

-- Each ring that was sent to a browser. Its service worker acknowledges it with a token, of which the hash stands here.
create table push_rings (
  session_id uuid not null references help_sessions (id) on delete cascade,
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  planned_at timestamptz not null,
  acknowledged_at timestamptz,
  primary key (session_id, subscription_id)
);
create index push_rings_subscription_idx on push_rings (subscription_id);

create function can_be_pushed(account uuid) returns boolean language sql stable as $$
  select exists (
    select from push_subscriptions
    join sign_ins on sign_ins.id = sign_in_id
    where push_subscriptions.profile_id = account and ring_unanswered_at is null and sign_ins.expires_at > now())
$$;

-- Subscriptions also end by what knows nothing of experts, such as a sign-in that is over. So the database itself plans to look again.
create function push_subscription_changed() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('settle_reachability', json_build_object('accountId', user_id), job_key => 'reachable ' || user_id)
  from experts where user_id in (old.profile_id, new.profile_id);
  return null;
end $$;
create trigger push_subscriptions_come_and_go after insert or delete on push_subscriptions
  for each row execute function push_subscription_changed();
create trigger push_subscriptions_change after update on push_subscriptions for each row
  when ((old.profile_id, old.sign_in_id, old.ring_unanswered_at) is distinct from (new.profile_id, new.sign_in_id, new.ring_unanswered_at))
  execute function push_subscription_changed();
