import { Type } from 'typebox'
import { Rendered } from '#api/answer.ts'
import { reading } from '#api/endpoint.ts'
import { notFound, oneOr404 } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import { day, minute } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { CalendarFeed } from './calendar-feed.ts'
import { findFeed, packagesDue } from './calendar-queries.ts'
import { type DuePackage, duePackages } from './due-packages.ts'
import { renderMyWork } from './my-work-calendar.ts'
import { type CalendarEntry, renderCalendar } from './render-calendar.ts'

const most = 1000
const back = 90 * day
const ahead = 730 * day
const shape = /^([0-9A-HJKMNP-TV-Z]{26})_[A-Za-z0-9_-]{43}\.ics$/

const entryOf = ({ submissionPackage, requirementTitle, late }: DuePackage): CalendarEntry => {
  const { id, title, status, dueAt, updatedAt } = submissionPackage
  const start = Date.parse(dueAt)
  return {
    id: `${id}@probata`,
    lastModified: new Date(updatedAt),
    start: new Date(start),
    end: new Date(start + 30 * minute),
    summary: `${late ? 'Late: ' : ''}${title} (${status})`,
    description: requirementTitle,
  }
}

/** An iCalendar feed (RFC 5545) of what its person sees, for whoever knows the secret URL; a revoked one is answered like an unknown one. */
export const getCalendarFeed = reading({
  name: 'getCalendarFeed',
  summary: 'Due dates or the work of a person as an iCalendar feed, by its secret address',
  tag: 'Submissions',
  open: { path: '/calendar/{feed}' },
  media: 'text/calendar; charset=utf-8',
  params: Type.Object({ feed: Type.String({ maxLength: 100, description: 'The secret, and .ics.' }) }),
  response: Type.String({ description: 'iCalendar (RFC 5545).' }),
  errors: ['not_found', 'unavailable'],
  async run({ db, workSources, settings, now }, { params: { feed } }) {
    const [, suffix] = shape.exec(feed) ?? []
    if (suffix === undefined) throw notFound('calendar feed')
    const organizationId = `org_${suffix}`
    const tokenSha256 = sha256Hex(feed.slice(0, -'.ics'.length))
    const found = oneOr404(await db.read(organizationId, findFeed, { tokenSha256 }), 'calendar feed')
    const reach = { organizationId, units: found.unit_ids }
    if (readRecord(CalendarFeed, found.record).of === 'my_work')
      return new Rendered(await renderMyWork({ db, workSources, settings }, found, reach, now))
    const due = await duePackages(
      range => db.read(reach, packagesDue, { ...range, limit: most }),
      { from: now - back, until: now + ahead },
      { now, zone: found.time_zone },
    )
    const calendar = { name: `Submissions of ${found.name}`, product: 'Submission calendar' }
    return new Rendered(renderCalendar(calendar, due.map(entryOf), now))
  },
})
