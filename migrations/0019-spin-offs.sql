-- The share of a parent's cost that goes to the new shares, as the company publishes it for taxes.
alter table corporate_action
  add column cost_fraction double precision check (cost_fraction > 0 and cost_fraction < 1);

-- Spin-offs are followed both ways: from what was held before, and to where shares came from.
create index corporate_action_by_related on corporate_action (related_entity_id) where type = 'spin_off';
