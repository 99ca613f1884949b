-- serves: 0032
-- A search over one's own lessons. Questions, summaries and feedback are few for each person; messages need an index.

create index session_messages_words_idx on session_messages using gin (fold(text) gin_trgm_ops);
