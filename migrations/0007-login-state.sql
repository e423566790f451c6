-- What the bundled identity provider (AUTH_URL=bundled) remembers: sessions of browsers, log-ins under way, codes, refresh tokens.
create table login_state (
  kind text not null,
  id text not null,
  -- JSON as text: it holds what browsers sent, and jsonb takes no \u0000.
  payload text not null,
  grant_id text,
  session_uid text,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (kind, id)
);

create index login_state_by_grant on login_state (grant_id) where grant_id is not null;
create index login_state_by_session on login_state (session_uid) where session_uid is not null;
create index login_state_by_expiry on login_state (expires_at);
