import type { Findings } from './findings.ts'
import type { AcknowledgedWrite } from './ledger.ts'

/** Statements that list the ids of all stored records of a kind, which are compared with the acknowledged writes. */
export const storedRecords: readonly { kind: AcknowledgedWrite['kind']; text: string }[] = [
  { kind: 'claim', text: 'select id from evidence_claim' },
  { kind: 'intent', text: 'select id from upload_intent' },
  { kind: 'upload', text: 'select id from attachment_link' },
]

const withoutExactlyOne = (resource: string, action: string, event: string, data: string): string => `
  select format('%s has %s audit rows and %s events', r.id, audits, coalesce(events, 0)) from ${resource} r
    cross join lateral (select count(*) from audit_event a
      where a.organization_id = r.organization_id and a.resource_id = r.id
        and a.action = '${action}' and a.record::json->>'outcome' = 'done') as a (audits)
    left join (select body::json->'data'->'${data}'->>'id' as id, count(*) as events from outbox_event
      where type = '${event}' group by 1) as e on e.id = r.id
   where audits <> 1 or coalesce(events, 0) <> 1`

/** Statements whose every row is a finding. */
export const invariantQueries: readonly { kind: keyof Findings; description: string; text: string }[] = [
  {
    kind: 'torn',
    description: 'claim',
    text: withoutExactlyOne('evidence_claim', 'evidence.claim.create', 'evidence.claim.created', 'claim'),
  },
  {
    kind: 'torn',
    description: 'intent without its one audit row',
    text: `select id from upload_intent i where 1 <> (select count(*) from audit_event a
             where a.organization_id = i.organization_id and a.resource_id = i.id
               and a.action = 'evidence.upload_intent.create')`,
  },
  {
    kind: 'torn',
    description: 'attachment without its one audit row',
    text: `select id from attachment_link l where 1 <> (select count(*) from audit_event a
             where a.organization_id = l.organization_id and a.resource_id = l.artifact_id
               and a.action = 'evidence.attachment.upload' and a.record::json->>'outcome' = 'done')`,
  },
  {
    kind: 'torn',
    description: 'attachment without its one event',
    text: `select l.id from attachment_link l left join
             (select body::json->'data'->'attachment'->>'linkId' as id, count(*) as events from outbox_event
               where type = 'evidence.attachment.created' group by 1) as e on e.id = l.id
            where coalesce(events, 0) <> 1`,
  },
  {
    kind: 'torn',
    description: 'intent whose status and attachment disagree',
    text: `select id from upload_intent i where (status = 'completed') <> (link_id is not null)
              or (link_id is not null and not exists (select from attachment_link l
                   where l.organization_id = i.organization_id and l.id = i.link_id))`,
  },
  {
    kind: 'duplicated',
    description: 'intent with two attachments',
    text: `select i.id from upload_intent i join attachment_link l
               on l.organization_id = i.organization_id and l.claim_id = i.claim_id
              and l.record::json->>'originalFilename' = i.record::json->>'originalFilename'
            group by i.id having count(*) > 1`,
  },
  {
    kind: 'duplicated',
    description: 'claim key',
    text: 'select claim_key from evidence_claim group by 1 having count(*) > 1',
  },
  {
    kind: 'torn',
    description: 'effect without its stored response, or the reverse',
    text: `select key from idempotency_key k where status = 201 and not exists (
             select from evidence_claim where id = k.body::json->>'id' union all
             select from upload_intent where id = k.body::json->'intent'->>'id' union all
             select from attachment_link where id = k.body::json->'attachment'->>'linkId')`,
  },
  {
    kind: 'other',
    description: 'rejection stored under a key',
    text: 'select key from idempotency_key where status <> 201',
  },
  {
    kind: 'orphaned',
    description: 'artifact without an attachment',
    text: `select id from artifact a where not exists (select from attachment_link l
             where l.organization_id = a.organization_id and l.artifact_id = a.id)`,
  },
  {
    kind: 'lost',
    description: 'artifact without a copy',
    text: `select id from artifact a where not exists (select from blob_copy c
             where c.organization_id = a.organization_id and c.blob_key = a.blob_key and c.state = 'verified')`,
  },
  { kind: 'orphaned', description: 'staged object', text: 'select blob_key from staged_blob' },
]
