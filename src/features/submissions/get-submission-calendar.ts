import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { invalid } from '#http/errors.ts'
import { Pagination, Timestamp } from '#http/schema.ts'
import { mustBeAfterFrom, notTimestamp } from '#http/sentences.ts'
import { day, iso, parseTimestamp } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { timeZoneOf } from '#shared/settings.ts'
import { packagesDue } from './calendar-queries.ts'
import { DuePackage, type DueRange, readDuePackages } from './due-packages.ts'

const maxRange = 400 * day
const maxPackages = 1000

const readRange = (query: { from?: string; until?: string }, now: number): DueRange => {
  const from = query.from === undefined ? now - 30 * day : parseTimestamp(query.from)
  if (from === undefined) throw invalid(['from'], notTimestamp)
  const until = parseTimestamp(query.until ?? iso(from + 365 * day))
  if (until === undefined || until <= from) throw invalid(['until'], mustBeAfterFrom)
  if (until - from > maxRange)
    throw invalid(
      ['until'],
      sentence`field.days_after_from: must be at most ${{ days: maxRange / day }} days later than from`,
    )
  return { from, until }
}

export const getSubmissionCalendar = readEndpoint({
  name: 'getSubmissionCalendar',
  summary: 'List packages by due date, earliest first; by default those due between 30 days ago and a year later',
  tag: 'Submissions',
  workspace: { path: '/submission-calendar', roles: [...roles] },
  query: Type.Object({ from: Type.Optional(Timestamp), until: Type.Optional(Timestamp) }),
  response: Type.Object({ packages: Type.Array(DuePackage), pagination: Pagination }),
  async run(call, { query }) {
    const { now } = call
    return {
      packages: await readDuePackages(
        range => call.read(packagesDue, { ...range, limit: maxPackages }),
        readRange(query, now),
        {
          now,
          zone: await timeZoneOf(call),
        },
      ),
      pagination: {},
    }
  },
})
