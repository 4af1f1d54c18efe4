import { Type } from 'typebox'
import { narrows, number, statement, text } from '#db/statement.ts'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { iso } from '#lib/clock.ts'
import { addCalendarDays } from '#lib/time-zone.ts'
import { readsTogether } from '#shared/read-together.ts'
import { timeZoneOf } from '#shared/settings.ts'
import { Count, CountedUpTo, counted, dailyCount, maxCounted, readDaily, Trend, trendDays } from '#shared/trend.ts'
import { DuePackage, readDuePackages } from './due-packages.ts'

const maxNext = 5
const endOfTime = Date.parse('9999-12-31T00:00:00.000Z')

// The statuses are written out so that the partial index of packages to submit applies.
const unsent = `from submission_package where organization_id = :organization and status in ('draft', 'reviewed', 'approved')`

const countDue = statement(
  'count_submission_packages_due',
  { now: text, in7: text, in30: text },
  `select ${counted(`${unsent} and due_at < :now`)} as overdue,
          ${counted(`${unsent} and due_at >= :now and due_at < :in7`)} as in_7,
          ${counted(`${unsent} and due_at >= :now and due_at < :in30`)} as in_30,
          ${counted(`from submission_package where organization_id = :organization and status = 'submitted'`)} as waiting`,
)

const nextUnsent = statement(
  'next_unsent_submission_packages',
  { from: text, until: text, limit: number },
  `select p.record, p.first_submitted_at,
          (select r.record::json ->> 'title' from submission_requirement r
            where r.organization_id = :organization and r.id = p.submission_requirement_id) as title
     from (select * ${unsent} and due_at >= :from and due_at < :until order by due_at, id limit :limit) p
    order by p.due_at, p.id`,
  narrows<{ title: string }>,
)

const events = dailyCount({ name: 'daily_submission_events', table: 'submission_event', prefix: 'subevt' })

export const getSubmissionsOverview = readEndpoint({
  name: 'getSubmissionsOverview',
  summary: 'Get the packages that are due or waiting for a receipt, and 30 days of events',
  tag: 'Overview',
  workspace: { path: '/overview/submissions', roles: [...roles] },
  response: Type.Object(
    {
      overdue: { ...Count, description: 'Packages that are due and not sent.' },
      dueIn7Days: { ...Count, description: 'Packages that are not sent and due within 7 days.' },
      dueIn30Days: {
        ...Count,
        description: 'Packages that are not sent and due within 30 days, including the first 7.',
      },
      waitingForReceipt: { ...Count, description: 'Packages that were sent and have no receipt yet.' },
      countedUpTo: CountedUpTo,
      next: Type.Array(DuePackage, { description: `Packages that are not sent and due next, at most ${maxNext}.` }),
      trend: Trend('events'),
    },
    { title: 'SubmissionsOverview' },
  ),
  needs: ['countCache'],
  async run(request) {
    const call = readsTogether(request)
    const { now, read } = call
    const zone = await timeZoneOf(call)
    const inDays = (days: number) => iso(addCalendarDays(now, days, zone))
    const [[counts], next, dailyEvents] = await Promise.all([
      read(countDue, { now: iso(now), in7: inDays(7), in30: inDays(30) }),
      readDuePackages(
        range => read(nextUnsent, { ...range, limit: maxNext }),
        { from: now, until: endOfTime },
        { now, zone },
      ),
      readDaily(call, events),
    ])
    return {
      overdue: counts?.overdue ?? 0,
      dueIn7Days: counts?.in_7 ?? 0,
      dueIn30Days: counts?.in_30 ?? 0,
      waitingForReceipt: counts?.waiting ?? 0,
      countedUpTo: maxCounted,
      next,
      trend: { days: trendDays(call), events: dailyEvents },
    }
  },
})
