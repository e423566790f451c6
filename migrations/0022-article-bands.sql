-- Every article that is taken in is looked for among the bands: a list of entries that wait to be sorted in would be read whole each time.
alter index article_by_bands set (fastupdate = off);
select gin_clean_pending_list('article_by_bands');
