-- What language models have cost each tenant, by UTC day: no user's rows, and closed to requests in a user's name.
create table chat_usage (
  tenant_id uuid not null,
  day date not null,
  tokens bigint not null check (tokens >= 0),
  primary key (tenant_id, day)
);
