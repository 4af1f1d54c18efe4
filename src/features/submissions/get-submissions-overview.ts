import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { reading } from '#api/endpoint.ts'
import { timeZoneOf } from '#api/settings.ts'
import { Count, CountedUpTo, counted, dailyCount, mostCounted, readDaily, Trend, trendDays } from '#api/trend.ts'
import { statement } from '#db/statement.ts'
import { iso } from '#lib/clock.ts'
import { addCalendarDays } from '#lib/time-zone.ts'
import { DuePackage, duePackages } from './due-packages.ts'

const mostNext = 5
const endOfTime = Date.parse('9999-12-31T00:00:00.000Z')

// Written out, so that the index of what is still to be sent serves it.
const unsent = `from submission_package where organization_id = $1 and status in ('draft', 'reviewed', 'approved')`

/** `organization_id, now, in 7 days, in 30 days` */
const countDue = statement<{ overdue: number; in_7: number; in_30: number; waiting: number }>(
  'count_submission_packages_due',
  `select ${counted(`${unsent} and due_at < $2`)} as overdue,
          ${counted(`${unsent} and due_at >= $2 and due_at < $3`)} as in_7,
          ${counted(`${unsent} and due_at >= $2 and due_at < $4`)} as in_30,
          ${counted(`from submission_package where organization_id = $1 and status = 'submitted'`)} as waiting`,
)

/** `organization_id, from, until, how many` */
const nextUnsent = statement<{ record: string; title: string; first_submitted_at: Date | null }>(
  'next_unsent_submission_packages',
  `select p.record, p.first_submitted_at,
          (select r.record::json ->> 'title' from submission_requirement r
            where r.organization_id = $1 and r.id = p.submission_requirement_id) as title
     from (select * ${unsent} and due_at >= $2 and due_at < $3 order by due_at, id limit $4) p
    order by p.due_at, p.id`,
)

const events = dailyCount({ name: 'daily_submission_events', table: 'submission_event', prefix: 'subevt' })

export const getSubmissionsOverview = reading({
  name: 'getSubmissionsOverview',
  summary: 'Packages that are due or wait for a receipt, and 30 days of events',
  tag: 'Overview',
  workspace: { path: '/overview/submissions', roles: [...roles] },
  response: Type.Object(
    {
      overdue: { ...Count, description: 'Due, and not sent.' },
      dueIn7Days: { ...Count, description: 'Not sent, and due from now on.' },
      dueIn30Days: { ...Count, description: 'Those of 7 days among them.' },
      waitingForReceipt: { ...Count, description: 'Sent, and without any receipt.' },
      countedUpTo: CountedUpTo,
      next: Type.Array(DuePackage, { description: `Not sent, and due next: at most ${mostNext}.` }),
      trend: Trend('events'),
    },
    { title: 'SubmissionsOverview' },
  ),
  async run(call) {
    const { organizationId, now, read } = call
    const zone = await timeZoneOf(call)
    const until = [7, 30].map(days => iso(addCalendarDays(now, days, zone)))
    const [[due], next, recorded] = await Promise.all([
      read(countDue, [organizationId, iso(now), ...until]),
      duePackages(
        range => read(nextUnsent, [organizationId, ...range, mostNext]),
        { from: now, until: endOfTime },
        { now, zone },
      ),
      readDaily(call, events),
    ])
    return {
      overdue: due?.overdue ?? 0,
      dueIn7Days: due?.in_7 ?? 0,
      dueIn30Days: due?.in_30 ?? 0,
      waitingForReceipt: due?.waiting ?? 0,
      countedUpTo: mostCounted,
      next,
      trend: { days: trendDays(call), events: recorded },
    }
  },
})
