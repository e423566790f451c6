-- Tenants with a recorded tier; a tenant without a row has DEFAULT_TIER.
create table tenant (
  tenant_id uuid primary key,
  tier text not null check (tier in ('free', 'pro', 'enterprise')),
  -- Requests in any 60 s for each token of an enterprise tenant; null is unlimited.
  rate_limit integer check (rate_limit > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Keys this gateway signs with, when no DATA_DIR of its own holds them.
create table signing_key (
  purpose text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null default now()
);
