-- Whether a campaign of a policy of a unit asks somebody: of the people as they are at this moment.
create or replace function is_asked(campaign policy_campaign, unit text, somebody person) returns boolean
  language sql stable parallel safe
  return is_among(campaign.roles, campaign.person_ids, unit, somebody);

-- Whether a campaign of a policy of a unit asks somebody: of the people as they are at this moment.
create or replace function is_asked(round questionnaire_round, unit text, somebody person) returns boolean
  language sql stable parallel safe
  return is_among(round.roles, round.person_ids, unit, somebody);

select protect_tenant_table('unit', 'select, insert, update, delete');
drop policy if exists bound_unit on unit;
create policy bound_unit on unit as restrictive to probata_app
  using (sees_unit((id)::text));
