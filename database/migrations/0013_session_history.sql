-- What waits for the expert's answer is found without reading what was answered.
create index reviews_unanswered_idx on reviews (expert_id, created_at desc, id desc)
  where hidden_at is null and answered_at is null;
