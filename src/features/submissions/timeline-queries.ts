import { statement } from '#db/statement.ts'

export interface TimelineRow {
  /** What follows the prefix of the identifier of the event or decision: it sorts by time. */
  step: string
  kind: 'event' | 'decision' | 'delivery'
  record: string
}

/**
 * The next events and decisions of a package, each followed by the attempts to deliver what it emitted (at most 50).
 * `organization_id, package_id, position, how many events and decisions`
 */
export const readTimeline = statement<TimelineRow>(
  'read_submission_timeline',
  `with step as (
     (select substr(id, 8) as step, 'event' as kind, record, webhook_events from submission_event
       where organization_id = $1 and package_id = $2 and id > 'subevt_' || $3 order by id limit $4)
     union all
     (select substr(id, 8), 'decision', record, webhook_events from submission_decision
       where organization_id = $1 and package_id = $2 and id > 'subdec_' || $3 order by id limit $4)
     order by step limit $4
   )
   select step, kind, record from step
   union all
   select s.step, 'delivery', a.record
     from step s cross join lateral unnest(s.webhook_events) as e (id)
    cross join lateral (select t.record from webhook_attempt t
      where t.organization_id = $1 and t.event_id = e.id order by t.id limit 50) a`,
)
