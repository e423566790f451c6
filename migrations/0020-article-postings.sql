-- What articles say, as postings: for each word the articles that have it and how much it says there, 3 bytes each. Articles are grouped by
-- the upper bits of their number (base = seq / 65536); hits are 2 bytes of the rest of it and 1 of impact. Parts come from building a
-- little at a time and are merged in the background. Order within hits does not matter; what an edited article no longer says may remain.
create table article_posting (
  base smallint not null,
  word text collate "C" not null,
  part integer not null,
  hits bytea not null,
  primary key (base, word, part)
);

-- Hits are hardly compressible.
alter table article_posting alter column hits set storage external;

create sequence article_posting_part as integer;

-- Parts that were built for each base and are not merged yet.
create table article_posting_run (
  part integer not null,
  base smallint not null,
  primary key (base, part)
);

-- Articles whose words have no postings yet, or changed since.
create table article_unposted (
  seq integer primary key references article (seq) on delete cascade
);

insert into article_unposted select seq from article;

-- What a long article says beyond its first 100,000 characters, 100,000 at a time.
create table article_more_words (
  seq integer not null references article (seq) on delete cascade,
  part smallint not null,
  words tsvector not null,
  primary key (seq, part)
);

create index article_more_words_by_words on article_more_words using gin (words);

insert into article_more_words (seq, part, words)
select seq, part, setweight(to_tsvector('english', substr(body, 1 + 100000 * part, 100000)), 'C')
from article cross join lateral generate_series(1, (length(body) - 1) / 100000) as part
where length(body) > 100000;
