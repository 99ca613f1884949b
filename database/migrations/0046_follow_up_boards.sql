-- serves: 0032
-- A booked session can begin with the board of an earlier session of the same two people.

-- Copied into the session when it begins.
alter table bookings add column continues_id uuid references help_sessions (id);
