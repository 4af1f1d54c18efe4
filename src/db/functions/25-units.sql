-- Units, and the people whom a campaign or round of a unit asks.

-- Whether a campaign for a policy of this unit asks the person, going by their present role and units.
create or replace function is_asked(campaign policy_campaign, unit text, somebody person) returns boolean
  language sql stable parallel safe
  return is_among(campaign.roles, campaign.person_ids, unit, somebody);

-- Whether a round of a questionnaire of this unit asks the person, going by their present role and units.
create or replace function is_asked(round questionnaire_round, unit text, somebody person) returns boolean
  language sql stable parallel safe
  return is_among(round.roles, round.person_ids, unit, somebody);

select protect_tenant_table('unit', 'select, insert, update, delete');
drop policy if exists bound_unit on unit;
create policy bound_unit on unit as restrictive to probata_app
  using (sees_unit((id)::text));
