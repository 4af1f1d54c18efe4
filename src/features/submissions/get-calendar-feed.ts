import { Type } from 'typebox'
import type { Call } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { notFound, Refusal } from '#http/errors.ts'
import type { Bucket } from '#http/rate-limit.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { addressKey } from '#lib/address-key.ts'
import { day } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { sentence } from '#lib/sentence.ts'
import { couldRead } from '#shared/ways-in.ts'
import { CalendarFeed } from './calendar-feed.ts'
import { type FeedRow, findFeed, packagesDue } from './calendar-queries.ts'
import { type DuePackage, readDuePackages } from './due-packages.ts'
import { renderMyWork } from './my-work-calendar.ts'
import { type CalendarEntry, dueTimes, renderCalendar } from './render-calendar.ts'

const maxEntries = 1000
const daysBack = 90 * day
const daysAhead = 730 * day
const feedPattern = /^([0-9A-HJKMNP-TV-Z]{26})_[A-Za-z0-9_-]{43}\.ics$/

const toEntry = ({ submissionPackage, requirementTitle, late }: DuePackage, zone: string): CalendarEntry => {
  const { id, title, status, dueAt, updatedAt } = submissionPackage
  return {
    id: `${id}@probata`,
    lastModified: new Date(updatedAt),
    ...dueTimes(Date.parse(dueAt), zone),
    summary: `${late ? 'Late: ' : ''}${title} (${status})`,
    description: requirementTitle,
  }
}

const limitRequests = async ({ limiter }: Call, bucket: Bucket, key: string): Promise<void> => {
  const { allowed, headers } = await limiter.consume([{ bucket, key }])
  if (allowed) return
  const retryAfter = { 'retry-after': headers['Retry-After'] ?? '60' }
  throw new Refusal(
    'rate_limited',
    sentence`calendar.too_many_requests: Too many requests for calendars; wait a minute.`,
    { headers: retryAfter },
  )
}

/**
 * Finds a feed by its URL. Failed guesses count against the client's IP address, but do not block clients at that
 * address that know a feed's URL. Throws 404 and 429.
 */
const findByAddress = async (
  call: Call,
  feed: string,
  clientAddress: string,
): Promise<FeedRow & { organizationId: string }> => {
  const [, suffix] = feedPattern.exec(feed) ?? []
  const organizationId = `org_${suffix}`
  const tokenSha256 = sha256Hex(feed.slice(0, -'.ics'.length))
  const [feedRow] = suffix === undefined ? [] : await call.db.read(organizationId, findFeed, { tokenSha256 })
  if (!feedRow || !couldRead(feedRow, call.now)) {
    await limitRequests(call, 'feed-address', addressKey(clientAddress))
    throw notFound('calendar feed')
  }
  await limitRequests(call, 'feed', tokenSha256)
  return { ...feedRow, organizationId }
}

/**
 * Serves what a feed's owner sees as iCalendar (RFC 5545) to anyone who knows the secret URL. A revoked feed, or the
 * feed of a person who may not sign in to the workspace, gets the same response as an unknown feed.
 */
export const getCalendarFeed = readEndpoint({
  name: 'getCalendarFeed',
  summary: "Get due dates or a person's work as an iCalendar feed, by its secret address",
  tag: 'Submissions',
  open: { path: '/calendar/{feed}' },
  media: 'text/calendar; charset=utf-8',
  params: Type.Object({ feed: Type.String({ maxLength: 100, description: 'The secret followed by .ics.' }) }),
  response: Type.String({ description: 'iCalendar (RFC 5545).' }),
  errors: ['not_found', 'rate_limited', 'unavailable'],
  needs: ['workSources'],
  async run(call, { params: { feed }, address = '' }) {
    const { db, workSources, settings, now } = call
    const { organizationId, ...feedRow } = await findByAddress(call, feed, address)
    const reach = { organizationId, units: feedRow.unit_ids }
    if (readRecord(CalendarFeed, feedRow.record).of === 'my_work')
      return new Rendered(await renderMyWork({ db, workSources, settings }, feedRow, reach, now))
    const packages = await readDuePackages(
      range => db.read(reach, packagesDue, { ...range, limit: maxEntries }),
      { from: now - daysBack, until: now + daysAhead },
      { now, zone: feedRow.time_zone },
    )
    const calendar = { name: `Submissions of ${feedRow.name}`, product: 'Submission calendar' }
    return new Rendered(
      renderCalendar(
        calendar,
        packages.map(due => toEntry(due, feedRow.time_zone)),
        now,
      ),
    )
  },
})
