-- The local page's own platform: this table stands for a chat service.
create sequence playground_version;

create table playground_messages (
  workspace_id text not null,
  id text not null,
  channel_id text not null,
  thread_id text,
  -- null: Anchr itself.
  author jsonb,
  content jsonb not null,
  version bigint not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (workspace_id, id)
);
create index playground_messages_version on playground_messages (workspace_id, version);
create index playground_messages_thread on playground_messages (workspace_id, channel_id, thread_id);
