import { forItsValues, narrows, number, statement, text, texts } from '#db/statement.ts'

/**
 * Finds audit rows that contain one of the digests as the new state, previous state or contents, plus the first row of
 * each resource. Also finds each row before `until` that binds contents.
 */
export const findBindingRows = forItsValues(
  statement(
    'find_binding_audit_rows',
    { resources: texts, digests: texts, until: text },
    `select * from (
     select r.*, coalesce(before = any(:digests::text[]) or after = any(:digests) or content = any(:digests), false) as names
       from (
         select e.id, e.resource_id, e.record::json ->> 'beforeDigest' as before,
                e.record::json ->> 'afterDigest' as after, e.record::json ->> 'contentDigest' as content,
                bool_or(e.record::json ->> 'contentDigest' is not null) over of_resource as binds_content,
                row_number() over (of_resource order by e.id) as n
           from audit_event e
          where e.organization_id = :organization and e.resource_id = any(:resources::text[])
         window of_resource as (partition by e.resource_id)) r) f
    where names or n = 1 or (content is not null and id < :until)`,
    narrows<{ binds_content: boolean }>,
  ),
)

export const findExportOrganization = statement(
  'find_organization_of_export',
  {},
  'select name, sample from organization where id = :organization',
)

/** Lists audit rows after one id and before another, in id order. */
export const auditRowsAfter = statement(
  'audit_rows_for_proof',
  { after: text, until: text, limit: number },
  `select id from audit_event where organization_id = :organization and id > :after and id < :until order by id limit :limit`,
)

export const erasuresOf = forItsValues(
  statement(
    'erasures_for_proof',
    { eventIds: texts },
    `select event_id, field, digest, erased_at from ledger_erasure
    where organization_id = :organization and event_id = any(:eventIds::text[]) order by event_id, field`,
  ),
)
