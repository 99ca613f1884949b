-- How often something was done in the hour that began with the first time, so that every process of the product counts the same.
create table hourly_counts (
  key text primary key,
  times integer not null check (times > 0),
  began_at timestamptz not null
);
