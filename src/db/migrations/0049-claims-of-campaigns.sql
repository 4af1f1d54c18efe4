-- Whether an id is that of a campaign or a round of the organization that the transaction is bound to, of whichever unit.
create function is_campaign(one text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from policy_campaign where organization_id = bound_organization() and id = one)
      or exists (select from questionnaire_round where organization_id = bound_organization() and id = one)
$$;
select serve_program('is_campaign(text)');
