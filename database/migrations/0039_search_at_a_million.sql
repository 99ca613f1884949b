-- serves: 0032
-- A search stays fast with a million experts.

-- The same result as before in a third of the time, because a saved profile waits for it.
create or replace function short_grams(words text) returns text[]
  language sql immutable parallel safe
  begin atomic
    select coalesce(array_agg(distinct gram), '{}')
    from (
        select letter, letter || lead(letter) over (order by at) as pair
        from string_to_table(regexp_replace(words, '\s', ' ', 'g'), null) with ordinality letters (letter, at)
      ) letters,
      lateral (values (letter), (pair)) grams (gram)
    where strpos(gram, ' ') = 0;
  end;
