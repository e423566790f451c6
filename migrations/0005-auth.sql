-- Preferences of users who have asked for their profile.
create table user_profile (
  tenant_id uuid not null,
  user_id text not null,
  base_currency text not null default 'USD',
  timezone text not null default 'UTC',
  cost_basis_method text not null default 'average' check (cost_basis_method in ('average', 'fifo', 'lifo', 'hifo')),
  default_benchmark_id uuid references instrument on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, user_id)
);

create index user_profile_by_benchmark on user_profile (default_benchmark_id) where default_benchmark_id is not null;

-- Tokens that were logged out, by a digest that tells nothing of them, until they would have expired.
create table revoked_token (
  revocation_key text primary key,
  expires_at timestamptz not null,
  revoked_at timestamptz not null default now()
);

create index revoked_token_by_expiry on revoked_token (expires_at);
