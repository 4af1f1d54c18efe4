-- The columns and indexes by which more lists are sorted: by the time of the last change, by the name of a person, and
-- lists of campaigns, rounds and approval requests.
do $$
declare
  one text;
  folded constant text := $sql$left(lower(case when octet_length(%1$s) = length(%1$s) then %1$s
    else replace(regexp_replace(normalize(%1$s, NFKD), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss') end collate "C"), 60)$sql$;
begin
  -- The text of the record: times of records have one form, which sorts as they do.
  foreach one in array array['evidence_requirement', 'submission_requirement', 'policy', 'questionnaire', 'framework',
    'control', 'exception', 'monitoring_definition', 'monitoring_run', 'monitoring_result_item', 'indicator_definition',
    'indicator_measurement', 'asset', 'party_engagement', 'due_diligence_review', 'right_to_audit_record',
    'change_record', 'vulnerability']
  loop
    execute format('alter table %I add column updated_at_sort text collate "C" not null
      generated always as (coalesce(record::json ->> %L, %L)) stored', one, 'updatedAt', '');
    execute format('create index %I on %I (organization_id, status, updated_at_sort, id)', one || '_sorted_by_change', one);
  end loop;
  foreach one in array array['evidence_requirement', 'policy', 'questionnaire', 'framework', 'control', 'exception',
    'monitoring_definition', 'monitoring_run', 'monitoring_result_item', 'indicator_definition', 'indicator_measurement',
    'asset', 'party_engagement', 'due_diligence_review', 'right_to_audit_record', 'change_record', 'vulnerability']
  loop
    execute format('create index %I on %I (organization_id, owner_id, id)', one || '_by_owner', one);
  end loop;
  foreach one in array array['policy_campaign', 'questionnaire_round', 'approval_request']
  loop
    execute format('alter table %I add column title_sort text collate "C" not null
      generated always as (coalesce(%s, %L)) stored', one, format(folded, $sql$(record::json ->> 'title')$sql$), '');
    execute format('create index %I on %I (organization_id, status, title_sort, id)', one || '_sorted_by_title', one);
  end loop;
end $$;

create index assessment_sorted_by_assessor on assessment (organization_id, assessor_id, id);
create index policy_campaign_sorted_by_due_at on policy_campaign (organization_id, status, due_at, id);
create index questionnaire_round_sorted_by_due_at on questionnaire_round (organization_id, status, due_at, id);
create index evidence_requirement_sorted_by_freshness on evidence_requirement (organization_id, status, fresh_until, id);
