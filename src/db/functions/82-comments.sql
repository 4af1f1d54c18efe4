-- Comments: who sees them, and the deputies of people.

-- A comment is visible where its record is. Risks, controls and registers belong to no unit.
create or replace function sees_commented(tenant text, page text) returns boolean
  language plpgsql stable as $$
begin
  return case split_part(page, '_', 1)
    when 'gec' then sees_evidence_claim(tenant, page)
    when 'ger' then sees_evidence_requirement(tenant, page)
    when 'gfd' then sees_finding(tenant, page)
    when 'gas' then sees_assessment(tenant, page)
    when 'subpkg' then sees_submission_package(tenant, page)
    when 'subreq' then sees_submission_requirement(tenant, page)
    else split_part(page, '_', 1) in
      ('grk', 'gct', 'gex', 'gmd', 'gmr', 'gmi', 'gid', 'gim', 'gat', 'gpe', 'gdd', 'gra', 'gch', 'gvu')
  end;
end $$;

create or replace function sees_record_comment(tenant text, one text) returns boolean
  language plpgsql stable as $$
begin return exists (select from record_comment where organization_id = tenant and id = one); end $$;

-- The unit of a record that the caller sees; null if everyone sees it.
create or replace function unit_of_record(record_id text) returns text
  language plpgsql stable as $$
declare
  tenant constant text := bound_organization();
  page constant text := split_part(record_id, '/', 1);
begin
  return case split_part(page, '_', 1)
    when 'gec' then (select unit_id from evidence_claim where organization_id = tenant and id = page)
    when 'ger' then (select unit_id from evidence_requirement where organization_id = tenant and id = page)
    when 'gfd' then (select unit_id from finding where organization_id = tenant and id = page)
    when 'gas' then (select unit_id from assessment where organization_id = tenant and id = page)
    when 'subpkg' then (select unit_id from submission_package where organization_id = tenant and id = page)
    when 'subreq' then (select unit_id from submission_requirement where organization_id = tenant and id = page)
  end;
end $$;

select protect_tenant_table('record_comment', 'select, insert, update');
drop policy if exists bound_unit on record_comment;
create policy bound_unit on record_comment as restrictive to probata_app
  using (sees_every_unit() or sees_commented((organization_id)::text, page_id));
select protect_tenant_table('comment_mention', 'select, insert, delete');
select protect_by_parent('comment_mention', 'record_comment', 'comment_id');
select protect_tenant_table('deputy', 'select, insert, update, delete');
