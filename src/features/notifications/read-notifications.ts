import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { readChannelSettings } from './channels.ts'
import { bellKinds } from './notification.ts'
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
        description:
          'The newest notification that the caller has seen: it and all older ones that the bell shows are marked.',
      }),
    },
    { additionalProperties: false },
  ),
  response: Type.Object(
    { read: Type.Integer({ minimum: 0, description: 'How many were unread.' }) },
    { title: 'ReadNotifications' },
  ),
  needs: ['workSources'],
  async run(ctx, { body: { ids = [], until = '' } }) {
    const { tx, actor, now } = ctx
    // A row that the bell hides stays unread, so that it is still mailed.
    const kinds = until === '' ? [] : bellKinds(ctx, await tx.query(readChannelSettings, { personIds: [actor.id] }))
    const rows = await tx.query(markRead, { personId: actor.id, ids, kinds, until, now: iso(now) })
    return { read: rows.length }
  },
})
