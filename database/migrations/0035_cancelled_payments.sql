-- serves: 0032
-- A payment that its student has cancelled. It can still be paid: a late success is credited like any other.
alter table payments drop constraint payments_state_check;
alter table payments add constraint payments_state_check
  check (state in ('started', 'pending', 'paid', 'failed', 'cancelled'));
