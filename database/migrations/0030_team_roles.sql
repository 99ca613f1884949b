-- serves: 0024
-- What a person of the team may do (domain/policy.ts). Everybody who was in the team before could do everything.
alter table profiles add column team_role text check (team_role in ('support', 'finance', 'administrator'));
update profiles set team_role = 'administrator' where role = 'team';
alter table profiles add constraint profiles_team_has_a_role check ((role = 'team') = (team_role is not null));

-- Nodes of the previous version and the command line without a role: the first account is an administrator, others are support.
create function team_role_of_new_account() returns trigger language plpgsql as $$
begin
  new.team_role := case
    when exists (select from profiles where role = 'team' and account_state = 'active') then 'support' else 'administrator' end;
  return new;
end $$;
create trigger profiles_team_role before insert on profiles
  for each row when (new.role = 'team' and new.team_role is null) execute function team_role_of_new_account();

-- An ended membership is a suspended account, so that nodes of the previous version refuse its sign-in, too.
alter table profiles
  drop constraint profiles_only_students_are_suspended,
  add constraint profiles_experts_are_not_suspended_here check (suspended_at is null or role in ('student', 'user', 'team'));

-- One row. Above this amount a withdrawal is always paid out by another person than the approver.
create table payout_settings (
  only_one boolean primary key default true check (only_one),
  second_person_above_paise bigint not null default 2500000 check (second_person_above_paise >= 0)
);
insert into payout_settings default values;
revoke insert, delete on payout_settings from samjhao_app;
