-- Articles as they are searched: without accents and in plain forms of letters, numbers without separators and signs, names with `&` and
-- initials as one word, and web names as words. The parser of the database takes `Amazon.com` for a host, `Apple/Google` for a path, `AT&T` for two
-- stop words and `-2.5` for a number of its own.
create function article_terms(said text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(translate(
    case when octet_length(said) = length(said) then said
      else normalize(regexp_replace(normalize(said, NFKD), '[\u0300-\u036f]', '', 'g'), NFC) end,
    '/@_', '   '),
    '(\d),(?=\d{3}(?!\d))', '\1', 'g'),
    '([[:alpha:]])&(?=[[:alpha:]])', '\1', 'g'),
    '\m([[:alpha:]])\.(?=[[:alpha:]]\M)', '\1', 'g'),
    '([[:alpha:]])[.+](?=[[:alnum:]])', '\1 ', 'g'),
    '(\d)\.(?=[[:alpha:]])', '\1 ', 'g'),
    '(^|[^[:alnum:]])[-+](?=\.?\d)', '\1 ', 'g')
$$;

create function article_words(said text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('english'::regconfig, article_terms(said))
$$;

update article set words = setweight(article_words(headline), 'A') || setweight(article_words(coalesce(summary, '')), 'B')
  || setweight(article_words(left(coalesce(body, ''), 100000)), 'C');

update article_more_words as more set words = setweight(article_words(substr(body, 1 + 100000 * part, 100000)), 'C')
from article where article.seq = more.seq;

-- Postings are built of these words, in the background.
truncate article_posting, article_posting_run;
insert into article_unposted select seq from article on conflict do nothing;
