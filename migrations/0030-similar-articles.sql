-- The articles of a story that are nearest in time to one of them are found without reading the others.
create index article_by_story_time on article (story_id, published_at);
drop index article_by_story;
