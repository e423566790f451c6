-- Chinese, Japanese and Korean as they are searched: no blanks stand between their words (or, in Korean, between a word and its particles), so
-- that the parser of the database takes a whole sentence for one word. Each run of their characters becomes overlapping pairs, and what is
-- sought as well, one pair after the other. Other texts are left as they are.
create function article_pairs(terms text) returns text language sql immutable parallel safe as $$
  select case when octet_length(terms) = length(terms) or terms !~ '[\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]' then terms
    else regexp_replace(regexp_replace(regexp_replace(terms,
      '([\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]+)', ' \1 ', 'g'),
      '([\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff])(?=[\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff])', '\1 \1', 'g'),
      ' [\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff] (?=[\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff])', ' ', 'g') end
$$;

-- The last character of each run, which begins no pair: one character is sought as the beginning of a pair.
create function article_ends(terms text) returns text language sql immutable parallel safe as $$
  select coalesce(string_agg(distinct found[1], ' '), '') from regexp_matches(terms, '[\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff](?![\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff])', 'g') as found
$$;

create or replace function article_words(said text) returns tsvector language sql immutable parallel safe as $$
  select case when octet_length(terms) = length(terms) or terms !~ '[\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]' then to_tsvector('english'::regconfig, terms)
    else to_tsvector('english'::regconfig, article_pairs(terms)) || to_tsvector('english'::regconfig, article_ends(terms)) end
  from article_terms(said) as terms
$$;

create function article_query(said text) returns tsquery language sql immutable parallel safe as $$
  select case when octet_length(said) = length(said) then query
    else regexp_replace(query::text, '''([\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff])''', '''\1'':*', 'g')::tsquery end
  from phraseto_tsquery('english'::regconfig, article_pairs(article_terms(said))) as query
$$;

-- How many characters of a text one column of words holds: as many as have 100,000 bytes on the average, because a pair takes three times the bytes
-- of its characters, and no column more than a megabyte.
create function article_part(said text) returns integer language sql immutable parallel safe as $$
  select greatest(1, 100000::bigint * length(said) / greatest(1, octet_length(said)))::integer
$$;

create temporary table in_pairs on commit drop as
  select seq from article where octet_length(headline) <> length(headline) and headline ~ '[\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]'
    or octet_length(summary) <> length(summary) and summary ~ '[\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]'
    or octet_length(body) <> length(body) and body ~ '[\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]';

update article set words = setweight(article_words(headline), 'A') || setweight(article_words(coalesce(summary, '')), 'B')
  || setweight(article_words(left(coalesce(body, ''), article_part(body))), 'C')
from in_pairs where article.seq = in_pairs.seq;

delete from article_more_words using in_pairs where article_more_words.seq = in_pairs.seq;
insert into article_more_words (seq, part, words)
  select seq, part, setweight(article_words(substr(body, 1 + article_part(body) * part, article_part(body))), 'C')
  from article join in_pairs using (seq) cross join lateral generate_series(1, (length(body) - 1) / article_part(body)) as part
  where length(body) > article_part(body);

insert into article_unposted select seq from in_pairs on conflict do nothing;
