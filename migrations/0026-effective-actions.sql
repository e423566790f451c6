-- When a change of symbol, a delisting or a merger was carried into the record of its listing; null until its ex-date is
-- reached, and for other types, which are read from here.
alter table corporate_action add column settled_at timestamptz;

-- Recorded before they had any effect. Of which of its two listings a merger was recorded nobody has said, and a listing
-- that has or had the new ticker was renamed by other means.
update corporate_action set settled_at = now()
where type = 'merger' or (type = 'symbol_change' and exists (
  select from ticker_history
  where ticker_history.entity_id = corporate_action.entity_id
    and upper(ticker_history.ticker) = upper(corporate_action.new_ticker)));

create index corporate_action_unsettled on corporate_action (ex_date)
  where settled_at is null and type in ('symbol_change', 'merger', 'delisting');
