-- Who does what one process alone may do. A row stays when its holder is gone, so that the token only ever grows.
create table lease (
  name text primary key,
  -- Null when it was given back.
  holder text,
  token bigint not null check (token > 0),
  -- By the clock of the database.
  expires_at timestamptz not null,
  -- Makes the token part of a key: changing it, as a new holder does, waits for those who have locked the row with
  -- FOR KEY SHARE, and extending the lease does not.
  unique (name, token)
);
