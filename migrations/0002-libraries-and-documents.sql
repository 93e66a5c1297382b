create table workspaces (
  id text primary key,
  platform text not null,
  name text not null,
  created_at timestamptz not null default now()
);

create table settings (
  workspace_id text not null references workspaces (id),
  library_id text not null default '',
  name text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, library_id, name)
);

create table libraries (
  id text primary key,
  workspace_id text not null references workspaces (id),
  platform text not null,
  channel_id text not null,
  name text not null,
  created_at timestamptz not null default now(),
  unique (workspace_id, platform, channel_id)
);

create table documents (
  id text primary key,
  workspace_id text not null references workspaces (id),
  library_id text not null references libraries (id),
  name text not null,
  title text,
  content_hash text not null,
  media_type text not null,
  byte_size bigint not null,
  page_count integer,
  -- 0: none. Only `activate` raises it.
  active_generation integer not null default 0,
  highest_generation integer not null default 0,
  published boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
-- Identity: one live document a content and library. The key decides, never a look first.
create unique index documents_live_content on documents (library_id, content_hash) where deleted_at is null;
create index documents_live_library on documents (library_id) where deleted_at is null;

create table shares (
  id text primary key,
  workspace_id text not null references workspaces (id),
  library_id text not null references libraries (id),
  document_id text references documents (id),
  platform text not null,
  channel_id text not null,
  thread_id text,
  message_id text not null,
  file_id text not null,
  file_name text not null,
  -- Known from the download on: a share belongs to one content.
  content_hash text,
  shared_by_id text not null,
  shared_by_name text not null,
  shared_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index shares_once on shares (workspace_id, platform, channel_id, message_id, file_id);
create index shares_document on shares (document_id);

create table generations (
  workspace_id text not null references workspaces (id),
  document_id text not null references documents (id),
  number integer not null,
  -- building, active, superseded, discarded
  status text not null,
  content_hash text not null,
  embedding_fingerprint text,
  analyzer_fingerprint text not null,
  segment_count integer,
  page_count integer,
  created_at timestamptz not null default now(),
  activated_at timestamptz,
  primary key (document_id, number)
);

create table segments (
  id text primary key,
  workspace_id text not null,
  document_id text not null references documents (id),
  generation integer not null,
  "order" integer not null,
  type text not null,
  header text not null,
  heading_path jsonb not null,
  body text not null,
  pages jsonb not null,
  boxes jsonb not null,
  content_hash text not null,
  token_count integer not null,
  picture integer
);
create index segments_position on segments (document_id, generation, "order");

create table vectors (
  segment_id text not null,
  workspace_id text not null,
  document_id text not null,
  generation integer not null,
  fingerprint text not null,
  content_hash text not null,
  embedding vector not null,
  primary key (segment_id, fingerprint)
);
create index vectors_version on vectors (fingerprint, document_id, generation);
create index vectors_content on vectors (workspace_id, fingerprint, content_hash);

-- Stored contents: bytes lie in the object store under (workspace, hash).
create table blobs (
  workspace_id text not null references workspaces (id),
  content_hash text not null,
  -- Set under the row's lock by the clean-up that found no reference left; the row goes with the bytes.
  cleanup_id text,
  created_at timestamptz not null default now(),
  primary key (workspace_id, content_hash)
);

create table blob_references (
  workspace_id text not null,
  content_hash text not null,
  -- 'ingestion:<id>' or 'document:<id>'
  holder text not null,
  primary key (workspace_id, content_hash, holder),
  foreign key (workspace_id, content_hash) references blobs (workspace_id, content_hash)
);
