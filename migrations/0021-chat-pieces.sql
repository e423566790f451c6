-- The lengths of the pieces in which an answer was told, reasoning first: with them it can be told again from any event on.
alter table chat_message add column pieces integer[] not null default '{}';
