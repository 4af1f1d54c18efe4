import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { markRead } from './queries.ts'

export const readNotifications = changeEndpoint({
  name: 'readNotifications',
  summary: 'Mark notifications as read: some, or all up to one',
  tag: 'Workspace',
  method: 'POST',
  workspace: { path: '/notifications/read', roles: [...roles] },
  status: 200,
  action: 'notification.read',
  unaudited: true,
  reason: false,
  body: Type.Object(
    {
      ids: Type.Optional(Type.Array(Reference('ntf'), { maxItems: 200 })),
      until: Type.Optional({
        ...Reference('ntf'),
        description: 'The newest notification that the caller has seen: it and all older ones are marked.',
      }),
    },
    { additionalProperties: false },
  ),
  response: Type.Object(
    { read: Type.Integer({ minimum: 0, description: 'How many were unread.' }) },
    { title: 'ReadNotifications' },
  ),
  async run({ tx, actor, now }, { body: { ids = [], until = '' } }) {
    const rows = await tx.query(markRead, { personId: actor.id, ids, until, now: iso(now) })
    return { read: rows.length }
  },
})
