create table conversations (
  id text primary key,
  workspace_id text not null references workspaces (id),
  library_id text not null references libraries (id),
  platform text not null,
  channel_id text not null,
  thread_id text not null,
  scope jsonb,
  created_at timestamptz not null default now(),
  unique (workspace_id, platform, channel_id, thread_id)
);

-- Identity of a question, whoever comes first: the question itself or its cancel. Locked by both.
create table questions (
  workspace_id text not null,
  platform text not null,
  channel_id text not null,
  source_id text not null,
  cancel_requested_by jsonb,
  created_at timestamptz not null default now(),
  primary key (workspace_id, platform, channel_id, source_id)
);

create table turns (
  id text primary key,
  workspace_id text not null references workspaces (id),
  conversation_id text not null references conversations (id),
  platform text not null,
  channel_id text not null,
  source_id text not null,
  number integer not null,
  asker_id text not null,
  asker_name text not null,
  question text not null,
  created_at timestamptz not null default now(),
  unique (workspace_id, platform, channel_id, source_id),
  unique (conversation_id, number)
);

create table runs (
  id text primary key,
  workspace_id text not null references workspaces (id),
  library_id text not null references libraries (id),
  conversation_id text not null references conversations (id),
  turn_id text not null references turns (id),
  thread_id text,
  intent text not null,
  via text not null,
  mode text not null,
  scope jsonb not null,
  -- Earlier turns given from outside; null: the conversation's own.
  history jsonb,
  wait_for_message_id text,
  state jsonb not null,
  progress jsonb not null,
  outcome text,
  answer_type text,
  answer jsonb,
  cancelled_by jsonb,
  trace_id text not null,
  status text not null default 'QUEUED',
  attempt integer not null default 0,
  lease_owner text,
  lease_until timestamptz,
  claimed_at timestamptz,
  sequence bigint not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index runs_due on runs (due_at) where status in ('QUEUED', 'WAITING_FOR_DOCUMENT', 'RUNNING', 'WAITING_TASK');
create index runs_served on runs (library_id, claimed_at);
create index runs_conversation on runs (conversation_id, created_at);
create index runs_library on runs (library_id, created_at);
create index runs_turn on runs (turn_id);

-- What a run did, transition by transition.
create table steps (
  run_id text not null references runs (id),
  workspace_id text not null,
  number integer not null,
  kind text not null,
  detail jsonb not null,
  created_at timestamptz not null default now(),
  primary key (run_id, number)
);

create table evidence (
  run_id text not null references runs (id),
  workspace_id text not null,
  number integer not null,
  segment_id text not null,
  document_id text not null,
  generation integer not null,
  passage jsonb not null,
  blanked_at timestamptz,
  primary key (run_id, number)
);
create index evidence_document on evidence (document_id);

-- Links of citations (label set) and of result cards (label ''): opaque ids that hold no rights.
create table citations (
  id text primary key,
  workspace_id text not null,
  run_id text not null references runs (id),
  library_id text not null,
  label text not null,
  document_id text not null,
  generation integer not null,
  source_hash text not null,
  citation jsonb not null,
  created_at timestamptz not null default now(),
  blanked_at timestamptz
);
create index citations_run on citations (run_id);
create index citations_document on citations (document_id);

create table traces (
  run_id text primary key references runs (id),
  workspace_id text not null,
  trace jsonb not null,
  created_at timestamptz not null default now()
);
create index traces_age on traces (created_at);
-- Forgetting a document looks for the traces that name it.
create index traces_documents on traces
  using gin (jsonb_path_query_array(trace, '$.passages.*.documentId') jsonb_path_ops);

create table summaries (
  id text primary key,
  workspace_id text not null references workspaces (id),
  run_id text not null references runs (id),
  request jsonb not null,
  stage text not null default 'QUEUED',
  batches jsonb not null default '[]',
  status text not null default 'LIVE',
  attempt integer not null default 0,
  lease_owner text,
  lease_until timestamptz,
  claimed_at timestamptz,
  sequence bigint not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index summaries_due on summaries (due_at) where status = 'LIVE';

create table usage (
  workspace_id text not null,
  person_id text not null,
  day date not null,
  calls integer not null default 0,
  tokens bigint not null default 0,
  primary key (workspace_id, day, person_id)
);
