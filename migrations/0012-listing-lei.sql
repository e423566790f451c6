-- Resolving asks for up to 100 identifiers at once, each by the index of its kind.
create index instrument_by_lei on instrument (lei) where lei is not null;
