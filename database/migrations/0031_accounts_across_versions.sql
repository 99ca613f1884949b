-- serves: 0024
-- When this sign-in gave a second factor, or added one. Empty for sign-ins of older nodes, which ask for the code of an
-- authenticator but know no passkeys (`find-sign-in.server.ts`).
alter table sign_ins add column second_factor_at timestamptz;

-- Nobody else gets an address that its former owner can still take back, on whichever way it enters. Runs after the row is stored:
-- by then the change that reserved the address is committed. The time is that of the change, from the clock of the product.
create function refuse_reserved_email() returns trigger language plpgsql as $$
begin
  if exists (
    select from email_links
    where email = new.email and purpose = 'restore' and used_at is null and expires_at > new.updated_at and profile_id <> new.id
  ) then
    raise unique_violation using message = 'the former owner of this address can still take it back';
  end if;
  return null;
end $$;
create trigger profiles_reserved_email after insert or update of email on profiles
  for each row execute function refuse_reserved_email();

-- An account that an older node deletes must not keep data of tables and columns that the node does not know. The list has
-- everything since 0024; add to it what a later migration stores about a person.
create function forget_deleted_account(account uuid, former_email text) returns void language plpgsql as $$
begin
  delete from email_links where profile_id = account;
  delete from passkeys where profile_id = account;
  delete from passkey_offers where profile_id = account;
  delete from suspicious_pairs where account in (first_id, second_id);
  delete from hourly_counts where key = 'email link ' || account;
  delete from sign_in_throttles where about = former_email or key in ('guesses of ' || former_email, 'code ' || account);
  update withdrawals set account_fingerprint = null where expert_id = account and account_fingerprint is not null;
  update profiles set email_confirmed_at = null where id = account and email_confirmed_at is not null;
end $$;
create function forget_account_marked_deleted() returns trigger language plpgsql as $$
begin
  perform forget_deleted_account(new.id, old.email);
  return null;
end $$;
create trigger profiles_forget_deleted after update of deleted_at on profiles
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function forget_account_marked_deleted();

select forget_deleted_account(id, email) from profiles where deleted_at is not null;
