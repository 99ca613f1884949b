-- The nearest reminder of its time that both were told of, in minutes before the start. A booking that is moved begins anew.
alter table bookings add column reminded_minutes integer check (reminded_minutes > 0);

-- Fees without a minute behind them, for the team's figures: of bookings, and of booked sessions that the student left at once.
create index bookings_fee_idx on bookings (closed_at) include (fee_paise, share_percent) where fee_paise > 0;
create index help_sessions_fee_idx on help_sessions (settled_at) include (charged_paise, share_percent)
  where billed_minutes = 0 and charged_paise > 0;

-- For the net under their decisions.
create index bookings_booked_idx on bookings (starts_at) where state = 'booked';
