-- What an article is recognised by: its canonical URL, and its title with its publisher, each as a UUIDv5. Several keys may name one.
create table article_key (
  key uuid primary key,
  doc_id uuid not null
);

-- Articles as they came, until they have been linked and scored; nothing of this table is served.
create table article_intake (
  intake_id bigint generated always as identity primary key,
  doc_id uuid not null,
  content_hash uuid not null,
  simulated boolean not null,
  -- When this version was published.
  version_at timestamptz,
  article jsonb not null,
  attempts smallint not null default 0,
  received_at timestamptz not null default now()
);

create index article_intake_by_doc on article_intake (doc_id);

-- Articles that are served.
create table article (
  doc_id uuid primary key,
  -- Without gaps, in the order of storing: the column index in each process is addressed with it.
  seq integer not null unique,
  -- Grows with every change, in the order of commits: processes read what is newer than what they know.
  revision bigint not null,
  -- Of the simulated market: such articles are scored with its prices alone, and others never with them.
  simulated boolean not null,
  headline text not null,
  source text not null,
  url text not null,
  -- Null where no date could be read; the first one that was read stays.
  published_at timestamptz,
  -- The time of publication of the version that is served.
  version_at timestamptz,
  first_seen_at timestamptz not null default now(),
  summary text,
  body text,
  language text,
  -- The tier of the source, and that of the article, which may be higher by its kind.
  source_tier smallint not null check (source_tier between 1 and 4),
  routing_tier smallint not null check (routing_tier between 1 and 4),
  -- A filing or an official release: TIER_1 whatever its source is.
  official boolean not null,
  -- Probabilities; the sentiment is the sign of what is most likely.
  positive real not null,
  negative real not null,
  sentiment smallint not null check (sentiment between -1 and 1),
  llm_relevance_score double precision not null check (llm_relevance_score between 0 and 1),
  market_score double precision not null check (market_score between 0 and 1),
  -- display_relevance_score in units of 0.0001.
  score smallint not null check (score between 0 and 10000),
  -- The doc_id of the earliest article of the story.
  story_id uuid not null,
  -- MinHash of the words, the bands of it by which near duplicates are found, and the numbers that the text states.
  signature bytea not null,
  bands integer[] not null,
  numbers text[] not null,
  content_hash uuid not null,
  -- Market time at which market_score is to be computed again; null when every window has elapsed.
  market_check_at timestamptz,
  words tsvector not null
);

create index article_by_revision on article (revision);
create index article_by_time on article (published_at);
create index article_by_story on article (story_id);
create index article_by_check on article (market_check_at) where market_check_at is not null;
create index article_by_source on article (source);
create index article_by_bands on article using gin (bands);
create index article_by_words on article using gin (words);

-- The companies that an article is about, the most relevant first.
create table article_entity (
  seq integer not null references article (seq) on delete cascade,
  entity_id uuid not null,
  position smallint not null,
  relevance real not null check (relevance between 0 and 1),
  positive real not null,
  negative real not null,
  sentiment smallint not null check (sentiment between -1 and 1),
  published_at timestamptz,
  primary key (seq, entity_id)
);

create index article_entity_by_time on article_entity (entity_id, published_at);

-- Publishers whose tier an operator has set, by feed or by hand.
create table news_source (
  source text primary key,
  routing_tier smallint not null check (routing_tier between 1 and 4),
  updated_at timestamptz not null default now()
);

-- What is remembered of each feed between two polls.
create table news_feed (
  url text primary key,
  state jsonb not null,
  next_poll_at timestamptz not null,
  updated_at timestamptz not null default now()
);
