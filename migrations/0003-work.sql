-- Every unit of work has the same columns: status, attempt, lease, sequence, due time.
create table inbox (
  id text primary key,
  workspace_id text not null,
  platform text not null,
  key text not null,
  kind text not null,
  payload jsonb not null,
  failure text,
  status text not null default 'LIVE',
  attempt integer not null default 0,
  lease_owner text,
  lease_until timestamptz,
  claimed_at timestamptz,
  sequence bigint not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (workspace_id, platform, key)
);
create index inbox_due on inbox (due_at) where status = 'LIVE';

create table ingestions (
  id text primary key,
  workspace_id text not null references workspaces (id),
  library_id text not null references libraries (id),
  share_id text not null references shares (id),
  document_id text references documents (id),
  kind text not null,
  stage text not null default 'RECEIVED',
  progress_done integer not null default 0,
  progress_total integer not null default 0,
  target_generation integer,
  -- With kind 'replace': the newcomer, forgotten in the activating transaction.
  replaced_by_document_id text references documents (id),
  failure_stage text,
  failure_code text,
  failure_message text,
  skipped_for_document_id text references documents (id),
  skipped_for_share_id text references shares (id),
  same_name_document_id text references documents (id),
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
create index ingestions_due on ingestions (due_at) where status = 'LIVE';
create index ingestions_served on ingestions (library_id, claimed_at);
create index ingestions_share on ingestions (share_id);
create index ingestions_document on ingestions (document_id);

create table cleanups (
  id text primary key,
  workspace_id text not null,
  document_id text not null,
  -- null: every generation of the document, and its contents.
  generation integer,
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
create index cleanups_due on cleanups (due_at) where status = 'LIVE';

create table deliveries (
  id text primary key,
  workspace_id text not null,
  platform text not null,
  channel_id text not null,
  thread_id text,
  -- 'card' (subject_id: the message), 'run' (the run), 'notice' (its key).
  subject_kind text not null,
  subject_id text not null,
  notice jsonb,
  desired_version bigint not null default 1,
  sent_version bigint not null default 0,
  message_ids jsonb not null default '[]',
  abandoned_why text,
  -- LIVE while desired_version > sent_version, RESTING when equal, ABANDONED for good.
  status text not null default 'LIVE',
  attempt integer not null default 0,
  lease_owner text,
  lease_until timestamptz,
  claimed_at timestamptz,
  sequence bigint not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (workspace_id, platform, channel_id, subject_kind, subject_id)
);
create index deliveries_due on deliveries (due_at) where status = 'LIVE';
create index deliveries_served on deliveries (channel_id, claimed_at);
