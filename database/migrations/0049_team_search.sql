-- serves: 0032
-- One search of the team over everything. Names are found by their beginning, among experts also by any part.

create index profiles_role_name_start_idx on profiles (role, lower(full_name) text_pattern_ops);
create index profiles_expert_search_idx on profiles using gin ((lower(full_name || ' ' || email)) gin_trgm_ops)
  where role = 'expert';
