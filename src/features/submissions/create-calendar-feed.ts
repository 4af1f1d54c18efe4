import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Line } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { randomToken } from '#lib/ids.ts'
import { CalendarFeed, FeedOf, renderFeed } from './calendar-feed.ts'
import { insertFeed } from './calendar-queries.ts'
import { requireBelowFeedLimit } from './feeds-of-person.ts'

export const createCalendarFeed = changeEndpoint({
  name: 'createCalendarFeed',
  summary:
    'Create a secret address where calendar programs read due dates or my work. It is shown only once; the limit is 20',
  tag: 'Submissions',
  method: 'POST',
  workspace: { path: '/calendar-feeds', roles: [...roles] },
  status: 201,
  action: 'calendar_feed.create',
  secret: 'address',
  body: Type.Object({ name: Line(200), of: Type.Optional(FeedOf) }),
  response: Type.Object({
    calendarFeed: CalendarFeed,
    address: Type.Optional(
      Type.String({
        description: 'Anyone who knows the address can read what its owner sees. Absent from a replayed response.',
      }),
    ),
  }),
  errors: ['unprocessable'],
  async run(change, { body: { name, of = 'submissions' } }) {
    const { organizationId, ids, now, tx, actor, audit, settings } = change
    await requireBelowFeedLimit(change, actor.id)
    const id = ids.next('cal', now)
    const token = `${organizationId.slice('org_'.length)}_${randomToken(32)}`
    const calendarFeed: CalendarFeed = { id, name, of, createdBy: actor.id, createdAt: iso(now) }
    const record = renderFeed(calendarFeed)
    tx.write(insertFeed, { id, tokenSha256: sha256Hex(token), createdBy: actor.id, record })
    audit(id, { after: record, content: { revoked: false } })
    return { calendarFeed, address: `${settings.url}/api/calendar/${token}.ics` }
  },
})
