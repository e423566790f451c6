-- The newest bar whose adjusted close its source gave. Those of later bars are computed from recorded dividends; null: all of them.
alter table bar_series add column adjusted_until timestamptz;

-- Whether a row of before had one of its own is not known: what is stored stays as it is.
update bar_series set adjusted_until = last_at where basis = 'split_adjusted';
