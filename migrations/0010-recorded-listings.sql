-- The source of a listing's record says what it is served from: something was stored for these, so they are simulated no more.
update instrument set source = 'import', market_cap = null, updated_at = now()
where source = 'demo' and (
  exists (select 1 from bar_series where bar_series.entity_id = instrument.entity_id and first_at is not null)
  or exists (select 1 from company_report where company_report.entity_id = instrument.entity_id)
  or exists (select 1 from corporate_action where corporate_action.entity_id = instrument.entity_id));
