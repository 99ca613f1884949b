-- serves: 0024
-- The email address of the account that an attempt was about. An account is tried from many places, each with a count of its own;
-- a link that sets a new password clears all of them.
alter table sign_in_throttles add column about text;
create index sign_in_throttles_about_idx on sign_in_throttles (about) where about is not null;
