import { ICalCalendar } from 'ical-generator'
import { Type } from 'typebox'
import { Rendered } from '#api/answer.ts'
import { reading } from '#api/endpoint.ts'
import { notFound, oneOr404 } from '#api/errors.ts'
import { day, minute } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { findFeed, packagesDue } from './calendar-queries.ts'
import { type DuePackage, duePackages } from './due-packages.ts'

const most = 1000
const back = 90 * day
const ahead = 730 * day
const shape = /^([0-9A-HJKMNP-TV-Z]{26})_[A-Za-z0-9_-]{43}\.ics$/

const render = (name: string, due: readonly DuePackage[], now: number): string => {
  const calendar = new ICalCalendar({
    name: `Submissions of ${name}`,
    prodId: { company: 'Probata', product: 'Submission calendar' },
    ttl: 3600,
  })
  for (const { submissionPackage, requirementTitle, late } of due) {
    const { id, title, status, dueAt, updatedAt } = submissionPackage
    const start = Date.parse(dueAt)
    calendar.createEvent({
      id: `${id}@probata`,
      stamp: new Date(now),
      lastModified: new Date(updatedAt),
      start: new Date(start),
      end: new Date(start + 30 * minute),
      summary: `${late ? 'Late: ' : ''}${title} (${status})`,
      description: requirementTitle,
    })
  }
  // Each content line ends with CRLF, also the last (RFC 5545 section 3.1).
  return `${calendar}\r\n`
}

/** An iCalendar feed (RFC 5545) for whoever knows the secret URL; a revoked one is answered like an unknown one. */
export const getCalendarFeed = reading({
  name: 'getCalendarFeed',
  summary: 'Due dates as an iCalendar feed, by its secret address',
  tag: 'Submissions',
  open: { path: '/calendar/{feed}' },
  media: 'text/calendar; charset=utf-8',
  params: Type.Object({ feed: Type.String({ maxLength: 100, description: 'The secret, and .ics.' }) }),
  response: Type.String({ description: 'iCalendar (RFC 5545).' }),
  errors: ['not_found', 'unavailable'],
  async run({ db, now }, { params: { feed } }) {
    const [, suffix] = shape.exec(feed) ?? []
    if (suffix === undefined) throw notFound('calendar feed')
    const organizationId = `org_${suffix}`
    const tokenSha256 = sha256Hex(feed.slice(0, -'.ics'.length))
    const found = oneOr404(await db.read(organizationId, findFeed, { tokenSha256 }), 'calendar feed')
    const due = await duePackages(
      range => db.read({ organizationId, units: found.units }, packagesDue, { ...range, limit: most }),
      { from: now - back, until: now + ahead },
      { now, zone: found.time_zone },
    )
    return new Rendered(render(found.name, due, now))
  },
})
