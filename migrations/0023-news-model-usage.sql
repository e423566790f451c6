-- What a language model that scores news has cost, by UTC day: a process that starts again goes on counting.
create table news_model_usage (
  day date primary key,
  tokens bigint not null check (tokens >= 0)
);
