-- Lists of instruments that users keep. `name_key` is the name as it is compared: upper case, NFC.
create table watchlist (
  watchlist_id uuid primary key,
  tenant_id uuid not null,
  user_id text not null,
  name text not null,
  name_key text not null,
  is_default boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, user_id, watchlist_id)
);

create unique index watchlist_by_name on watchlist (tenant_id, user_id, name_key);
create unique index watchlist_default on watchlist (tenant_id, user_id) where is_default;

-- The foreign key names the owner too: foreign keys are checked without policies, and an item must not enter another's list.
create table watchlist_item (
  watchlist_id uuid not null,
  tenant_id uuid not null,
  user_id text not null,
  entity_id uuid not null references instrument on delete cascade,
  position integer not null,
  note text,
  target_price double precision check (target_price > 0),
  created_at timestamptz not null default now(),
  primary key (watchlist_id, entity_id),
  foreign key (tenant_id, user_id, watchlist_id) references watchlist (tenant_id, user_id, watchlist_id) on delete cascade
);

create index watchlist_item_by_instrument on watchlist_item (entity_id);
create index watchlist_item_by_owner on watchlist_item (tenant_id, user_id, watchlist_id);

do $$
begin
  if exists (select from pg_roles where rolname = 'tidemark_user') then
    grant select, insert, update, delete on watchlist, watchlist_item to tidemark_user;
  end if;
end
$$;

alter table watchlist enable row level security;
alter table watchlist force row level security;
create policy own_rows on watchlist
  using (tenant_id = request_tenant() and user_id = request_user())
  with check (tenant_id = request_tenant() and user_id = request_user());

alter table watchlist_item enable row level security;
alter table watchlist_item force row level security;
create policy own_rows on watchlist_item
  using (tenant_id = request_tenant() and user_id = request_user())
  with check (tenant_id = request_tenant() and user_id = request_user());
