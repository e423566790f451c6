-- Requests work on users' tables with tenant and user set inside their transaction; the policies hold for everybody, the
-- owner included, except for superusers. So requests also give up what a superuser may: they run as a role that owns
-- nothing. A login that may not make roles is no superuser, and the policies bind it as it is. Roles belong to the whole
-- server: another database may have made this one.
do $$
begin
  if not exists (select from pg_roles where rolname = 'tidemark_user') then
    create role tidemark_user nologin;
  end if;
  -- A superuser is a member of every role; others grant it to themselves once.
  if not pg_has_role(current_user, 'tidemark_user', 'member') then
    execute format('grant tidemark_user to %I', current_user);
  end if;
exception
  when duplicate_object or unique_violation or insufficient_privilege then null;
end
$$;

create function request_tenant() returns uuid language sql stable as $$
  select nullif(current_setting('tidemark.tenant_id', true), '')::uuid
$$;

create function request_user() returns text language sql stable as $$
  select nullif(current_setting('tidemark.user_id', true), '')
$$;

do $$
begin
  if exists (select from pg_roles where rolname = 'tidemark_user') then
    grant select, insert, update, delete on user_profile, idempotency_key to tidemark_user;
  end if;
end
$$;

alter table user_profile enable row level security;
alter table user_profile force row level security;
create policy own_rows on user_profile
  using (tenant_id = request_tenant() and user_id = request_user())
  with check (tenant_id = request_tenant() and user_id = request_user());

alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
create policy own_rows on idempotency_key
  using (tenant_id = request_tenant() and subject = request_user())
  with check (tenant_id = request_tenant() and subject = request_user());
