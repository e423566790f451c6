-- Every reader of an article is shown its address: it has no user name or password, which what is taken in is refused for from now on.
update article set url = regexp_replace(url, '^(https?://)[^/?#\\]*@', '\1', 'i') where url ~* '^https?://[^/?#\\]*@';

update article_intake
set article = jsonb_set(article, '{url}', to_jsonb(regexp_replace(article->>'url', '^(https?://)[^/?#\\]*@', '\1', 'i')))
where article->>'url' ~* '^https?://[^/?#\\]*@';
