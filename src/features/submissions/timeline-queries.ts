import { narrows, number, statement, text } from '#db/statement.ts'
import type { AuditEvent } from '#http/audit.ts'
import { nameOf } from '#http/name-of.ts'

export interface TimelineRow {
  /** The identifier of the event or decision without its prefix, which sorts by time. */
  step: string
  kind: 'event' | 'decision' | 'delivery'
  record: string
  /** The actor, according to the audit trail; null for deliveries. */
  actor_kind: AuditEvent['actorKind'] | null
  actor_id: string | null
  actor_name: string | null
  /** The webhook of a delivery. */
  webhook_id: string | null
}

/**
 * Reads the next events and decisions of a package with their actors, each followed by at most 50 attempts to deliver
 * its webhook events.
 */
export const readTimeline = statement(
  'read_submission_timeline',
  { packageId: text, position: text, limit: number },
  `with step as (
     (select substr(id, 8) as step, 'event' as kind, record, webhook_events from submission_event
       where organization_id = :organization and package_id = :packageId and id > 'subevt_' || :position order by id limit :limit)
     union all
     (select substr(id, 8), 'decision', record, webhook_events from submission_decision
       where organization_id = :organization and package_id = :packageId and id > 'subdec_' || :position order by id limit :limit)
     order by step limit :limit
   )
   select s.step, s.kind, s.record, a.kind as actor_kind, a.id as actor_id, ${nameOf('a.id')} as actor_name,
          null as webhook_id
     from step s
     left join lateral (select e.actor_id as id, e.record::json ->> 'actorKind' as kind from audit_event e
      where e.organization_id = :organization
        and e.resource_id = case s.kind when 'event' then 'subevt_' else 'subdec_' end || s.step
      order by e.id limit 1) a on true
   union all
   select s.step, 'delivery', a.record, null, null, null, a.endpoint_id
     from step s cross join lateral unnest(s.webhook_events) as e (id)
    cross join lateral (select t.record, t.endpoint_id from webhook_attempt t
      where t.organization_id = :organization and t.event_id = e.id order by t.id limit 50) a`,
  narrows<{ kind: 'event' | 'decision' | 'delivery'; actor_kind: AuditEvent['actorKind'] | null }>,
)
