-- Questionnaires: their contributors, rounds, and what a submitted response freezes.

-- The contributors to the same questions, in the bound organization. It is security definer, since they count in every
-- unit and the caller may see only some.
create or replace function hands_in_questions(digest text) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct unnest(v.hands) from questionnaire_version v
   where v.organization_id = bound_organization() and v.questions_digest = digest
$$;
select serve_program('hands_in_questions(text)');

-- Whether everyone whom a round asks has submitted, and at least one person has.
create or replace function is_complete(round questionnaire_round) returns boolean
  language sql stable parallel safe
  return exists (select from questionnaire_response a
                  where a.organization_id = round.organization_id and a.round_id = round.id and a.status = 'submitted')
     and not exists (
       select from questionnaire l join person p on p.organization_id = l.organization_id
        where l.organization_id = round.organization_id and l.id = round.questionnaire_id
          and is_asked(round, l.unit_id, p)
          and not exists (select from questionnaire_response a
            where a.organization_id = round.organization_id and a.round_id = round.id and a.person_id = p.id
              and a.status = 'submitted'));

create or replace function keep_submitted_response() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and was_closed(old.organization_id) then return old; end if;
  if old.status = 'submitted' then
    raise exception 'a submitted response does not change' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

create or replace function organizations_with_questionnaire_rounds_to_end(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where exists (
    select from questionnaire_round c
     where c.organization_id = o.id and c.status = 'running' and (c.retry_at is null or c.retry_at <= now)
       and (c.due_at <= now or is_complete(c)))
   order by 1
$$;
select serve_program('organizations_with_questionnaire_rounds_to_end(timestamp with time zone)');

create or replace function sees_questionnaire(tenant text, one text) returns boolean
  language plpgsql stable as $$
begin return exists (select from questionnaire where organization_id = tenant and id = one); end $$;

create or replace function sees_questionnaire_round(tenant text, one text) returns boolean
  language plpgsql stable as $$
begin return exists (select from questionnaire_round where organization_id = tenant and id = one); end $$;

create or replace trigger keep_published_version before delete or update on questionnaire_version
  for each row execute function keep_published_version();

create or replace trigger keep_submitted_response before delete or update on questionnaire_response
  for each row execute function keep_submitted_response();

select protect_tenant_table('questionnaire', 'select, insert, update, delete');
select protect_by_unit('questionnaire');
select protect_tenant_table('questionnaire_version', 'select, insert, update, delete');
select protect_by_parent('questionnaire_version', 'questionnaire', 'questionnaire_id');
select protect_tenant_table('questionnaire_round', 'select, insert, update, delete');
select protect_by_parent('questionnaire_round', 'questionnaire', 'questionnaire_id');
select protect_tenant_table('questionnaire_response', 'select, insert, update');
select protect_by_parent('questionnaire_response', 'questionnaire_round', 'round_id');
