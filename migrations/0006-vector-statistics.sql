-- What the planner needs is how many rows a document has: a small sample tells it, and the vectors
-- themselves need not be read for it.
alter table vectors
  alter column embedding set statistics 0,
  alter column segment_id set statistics 0,
  alter column content_hash set statistics 0,
  alter column workspace_id set statistics 10,
  alter column fingerprint set statistics 10,
  alter column document_id set statistics 10,
  alter column generation set statistics 10;
