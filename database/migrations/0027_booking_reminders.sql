-- The nearest reminder of its time that both were told of, in minutes before the start. A booking that is moved begins anew.
alter table bookings add column reminded_minutes integer check (reminded_minutes > 0);
