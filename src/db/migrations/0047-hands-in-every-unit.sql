-- Who had a hand in the same bytes or questions, whichever units the caller sees: ids of people, and of the organization
-- that the transaction is bound to alone.
create function hands_in_policy_file(checksum text) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct unnest(v.hands) from policy_version v
   where v.organization_id = bound_organization() and v.checksum_sha256 = checksum
$$;

create function hands_in_questions(digest text) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct unnest(v.hands) from questionnaire_version v
   where v.organization_id = bound_organization() and v.questions_digest = digest
$$;

select serve_program(definer) from unnest(array['hands_in_policy_file(text)'::regprocedure, 'hands_in_questions(text)']) definer;
