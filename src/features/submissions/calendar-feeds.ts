import { type Static, Type } from 'typebox'
import { type Actor, type Role, roles } from '#api/access.ts'
import { changing, reading } from '#api/endpoint.ts'
import { answerPage, notFound, pageQuery } from '#api/family.ts'
import { renderer } from '#api/record.ts'
import { Id, Line, Pagination, Reference, Timestamp } from '#api/schema.ts'
import { iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { randomToken } from '#lib/ids.ts'
import { insertFeed, listFeeds, listFeedsOf, lockFeed, revokeFeed } from './calendar-queries.ts'

/** A secret address under which calendar programs read the due dates. */
const CalendarFeed = Type.Object(
  { id: Id('cal'), name: Line(200), createdBy: Type.String(), createdAt: Timestamp },
  { title: 'CalendarFeed' },
)

type CalendarFeed = Static<typeof CalendarFeed>

const renderFeed = renderer(CalendarFeed)
const endpoint = 'listCalendarFeeds'

/** Who sees the feeds of others. */
const seeAll = ['admin', 'auditor'] as const

const isOneOf = (names: readonly Role[], { role }: Actor): boolean => role !== undefined && names.includes(role)

export const listCalendarFeeds = reading({
  name: endpoint,
  summary: 'List the calendar feeds that have not been revoked, newest first; reviewers and contributors see their own',
  tag: 'Submissions',
  workspace: { path: '/calendar-feeds', roles: [...roles] },
  query: Type.Object(pageQuery),
  response: Type.Object({ calendarFeeds: Type.Array(CalendarFeed), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run(call, { query }) {
    const shown = isOneOf(seeAll, call.actor)
      ? { statement: listFeeds, filters: {} }
      : { statement: listFeedsOf, filters: { createdBy: call.actor.id } }
    return answerPage(call, { endpoint, plural: 'calendarFeeds', query, ...shown })
  },
})

export const createCalendarFeed = changing({
  name: 'createCalendarFeed',
  summary: 'Make a secret address of the due dates for calendar programs; it is shown this once',
  tag: 'Submissions',
  method: 'POST',
  workspace: { path: '/calendar-feeds', roles: [...roles] },
  status: 201,
  action: 'calendar_feed.create',
  secret: 'address',
  body: Type.Object({ name: Line(200) }),
  response: Type.Object({
    calendarFeed: CalendarFeed,
    address: Type.Optional(Type.String({ description: 'Whoever knows it reads the due dates; absent in a replay.' })),
  }),
  async run({ organizationId, ids, now, tx, actor, audit, settings }, { body: { name } }) {
    const id = ids.next('cal', now)
    const token = `${organizationId.slice('org_'.length)}_${randomToken(32)}`
    const calendarFeed: CalendarFeed = { id, name, createdBy: actor.id, createdAt: iso(now) }
    const record = renderFeed(calendarFeed)
    tx.write(insertFeed, [organizationId, id, sha256Hex(token), actor.id, record])
    audit(id, { after: record })
    return { calendarFeed, address: `${settings.url}/api/calendar/${token}.ics` }
  },
})

export const revokeCalendarFeed = changing({
  name: 'revokeCalendarFeed',
  summary: 'Revoke a calendar feed of your own, or as an administrator any: its address stops answering at once',
  tag: 'Submissions',
  method: 'DELETE',
  workspace: { path: '/calendar-feeds/{feedId}', roles: [...roles] },
  status: 204,
  action: 'calendar_feed.revoke',
  params: Type.Object({ feedId: Reference('cal') }),
  response: Type.Null(),
  errors: ['not_found'],
  async run({ organizationId, actor, tx, audit }, { params: { feedId } }) {
    const [row] = await tx.query(lockFeed, [organizationId, feedId])
    if (!row || (row.created_by !== actor.id && !isOneOf(['admin'], actor))) throw notFound('calendar feed')
    tx.write(revokeFeed, [organizationId, feedId])
    audit(feedId, { before: row.record })
    return null
  },
})
