-- Risks and assessments: what a completed assessment freezes.

create or replace function keep_completed_answer() returns trigger
  language plpgsql as $$
declare answer assessment_answer;
begin
  if tg_op = 'INSERT' then answer := new; else answer := old; end if;
  if tg_op = 'DELETE' and was_closed(old.organization_id) then return old; end if;
  if exists (select from assessment a where a.organization_id = answer.organization_id
      and a.id = answer.assessment_id and a.status = 'completed') then
    raise exception 'an answer of a completed assessment does not change' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

-- A completed assessment and its digest never change.
create or replace function keep_completed_assessment() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and was_closed(old.organization_id) then return old; end if;
  if old.status = 'completed' then
    raise exception 'a completed assessment does not change' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

create or replace function sees_assessment(tenant text, one text) returns boolean
  language plpgsql stable as $$
begin return exists (select from assessment where organization_id = tenant and id = one); end $$;

-- The contents of an assessment are frozen; its unit, which decides who sees it, is not.
create or replace trigger keep_completed_assessment before delete or update of organization_id, id, assessment_key, status, framework_id, assessor_id, record, hands on assessment
  for each row execute function keep_completed_assessment();

create or replace trigger keep_completed_answer before insert or delete or update on assessment_answer
  for each row execute function keep_completed_answer();

select protect_tenant_table('risk', 'select, insert, update, delete');
select protect_tenant_table('risk_control', 'select, insert, update, delete');
select protect_tenant_table('assessment', 'select, insert, update, delete');
select protect_by_unit('assessment');
select protect_tenant_table('assessment_answer', 'select, insert, update, delete');
select protect_by_parent('assessment_answer', 'assessment', 'assessment_id');
