-- The columns and indexes by which lists are sorted. Each index has the status between organization and value, because a
-- list is usually limited to some statuses; a list of all reads the first rows of each status.

-- The first 60 characters of a title without case and accents, and of a key with its numbers in eight digits, so that
-- A.5.10 comes after A.5.9. Both only use functions of PostgreSQL, because their results are stored.
do $$
declare
  sorted record;
  title constant text := $sql$record::json ->> 'title'$sql$;
  name constant text := $sql$record::json ->> 'name'$sql$;
  folded constant text := $sql$left(lower(case when octet_length(%1$s) = length(%1$s) then %1$s
    else replace(regexp_replace(normalize(%1$s, NFKD), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss') end collate "C"), 60)$sql$;
  numbered constant text := $sql$left(regexp_replace(regexp_replace(lower(%s collate "C"),
    '(\d+)', '0000000\1', 'g'), '0{0,7}(\d{8,})', '\1', 'g'), 60)$sql$;
begin
  for sorted in select * from (values
    ('evidence_claim', 'claim_key'),
    ('evidence_requirement', 'requirement_key'),
    ('policy', 'policy_key'),
    ('questionnaire', 'questionnaire_key'),
    ('framework', 'framework_key'),
    ('control', 'control_key'),
    ('finding', null),
    ('risk', 'risk_key'),
    ('assessment', 'assessment_key'),
    ('exception', 'exception_key'),
    ('monitoring_definition', 'monitoring_definition_key'),
    ('monitoring_run', 'monitoring_run_key'),
    ('monitoring_result_item', 'monitoring_result_item_key'),
    ('indicator_definition', 'indicator_definition_key'),
    ('indicator_measurement', 'indicator_measurement_key'),
    ('asset', 'asset_key'),
    ('party_engagement', 'party_engagement_key'),
    ('due_diligence_review', 'due_diligence_review_key'),
    ('right_to_audit_record', 'right_to_audit_record_key'),
    ('change_record', 'change_record_key'),
    ('vulnerability', 'vulnerability_key'),
    ('submission_requirement', 'requirement_key'),
    ('submission_package', 'package_key'),
    ('unit', 'unit_key')
  ) t (table_name, key)
  loop
    execute format('alter table %I add column title_sort text collate "C" not null generated always as (coalesce(%s, %L)) stored'
        || case when sorted.key is null then '' else ', add column %I text collate "C" not null generated always as (%s) stored' end,
      sorted.table_name, format(folded, '(' || title || ')'), '', sorted.key || '_sort', format(numbered, sorted.key));
    execute format('create index %I on %I (organization_id, status, title_sort, id)',
      sorted.table_name || '_sorted_by_title', sorted.table_name);
    if sorted.key is not null then
      execute format('create index %I on %I (organization_id, status, %I, id)',
        sorted.table_name || '_sorted_by_key', sorted.table_name, sorted.key || '_sort');
    end if;
  end loop;
  execute format('alter table person add column name_sort text collate "C" not null generated always as (coalesce(%s, %L)) stored',
    format(folded, '(' || name || ')'), '');
end $$;
create index person_sorted_by_name on person (organization_id, name_sort, id);

create index evidence_claim_sorted_by_valid_until on evidence_claim (organization_id, status, valid_until, id);
create index finding_sorted_by_due_at on finding (organization_id, status, due_at, id);
create index submission_package_sorted_by_due_at on submission_package (organization_id, status, due_at, id);
create index risk_sorted_by_review_due_at on risk (organization_id, status, review_due_at, id);
create index assessment_sorted_by_due_at on assessment (organization_id, status, due_at, id);
