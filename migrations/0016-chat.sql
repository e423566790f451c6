-- Conversations of users.
create table chat_thread (
  thread_id uuid primary key,
  tenant_id uuid not null,
  user_id text not null,
  title text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, user_id, thread_id)
);

create index chat_thread_by_owner on chat_thread (tenant_id, user_id, created_at desc, thread_id);

-- Questions and answers. The foreign key names the owner too: foreign keys are checked without policies.
create table chat_message (
  message_id uuid primary key,
  thread_id uuid not null,
  tenant_id uuid not null,
  user_id text not null,
  -- Ascending within the thread.
  position integer not null,
  role text not null check (role in ('user', 'assistant')),
  status text not null check (status in ('complete', 'streaming', 'error', 'cancelled')),
  content text not null,
  reasoning jsonb not null default '[]',
  sources jsonb not null default '[]',
  context jsonb,
  error jsonb,
  tokens_used integer check (tokens_used >= 0),
  rating text check (rating in ('up', 'down')),
  rating_reason text,
  rating_comment text,
  -- Of an answer that is being written: when its process last said so. One whose process is silent has ended with it.
  alive_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (thread_id, position),
  foreign key (tenant_id, user_id, thread_id) references chat_thread (tenant_id, user_id, thread_id) on delete cascade
);

create index chat_message_by_owner on chat_message (tenant_id, user_id, thread_id);
create unique index chat_message_running on chat_message (thread_id) where status = 'streaming';

do $$
begin
  if exists (select from pg_roles where rolname = 'tidemark_user') then
    grant select, insert, update, delete on chat_thread, chat_message to tidemark_user;
  end if;
end
$$;

alter table chat_thread enable row level security;
alter table chat_thread force row level security;
create policy own_rows on chat_thread
  using (tenant_id = request_tenant() and user_id = request_user())
  with check (tenant_id = request_tenant() and user_id = request_user());

alter table chat_message enable row level security;
alter table chat_message force row level security;
create policy own_rows on chat_message
  using (tenant_id = request_tenant() and user_id = request_user())
  with check (tenant_id = request_tenant() and user_id = request_user());
