import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { lockFeed, revokeFeed } from './calendar-queries.ts'

export const revokeCalendarFeed = changeEndpoint({
  name: 'revokeCalendarFeed',
  summary: 'Revoke a calendar feed: your own, or any as an administrator. Its address stops working at once',
  tag: 'Submissions',
  method: 'DELETE',
  workspace: { path: '/calendar-feeds/{feedId}', roles: [...roles] },
  status: 204,
  action: 'calendar_feed.revoke',
  params: Type.Object({ feedId: Reference('cal') }),
  response: Type.Null(),
  errors: ['not_found'],
  async run({ actor, tx, audit }, { params: { feedId } }) {
    const [row] = await tx.query(lockFeed, { id: feedId })
    if (!row || (row.created_by !== actor.id && actor.role !== 'admin')) throw notFound('calendar feed')
    tx.write(revokeFeed, { id: feedId })
    audit(feedId, { before: row.record, after: row.record, content: { revoked: true } })
    return null
  },
})
