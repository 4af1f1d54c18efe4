import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { readChannelSettings } from './channels.ts'
import { bellKinds } from './notification.ts'
import { countUnread } from './queries.ts'

const maxCount = 99

export const countUnreadNotifications = readEndpoint({
  name: 'countUnreadNotifications',
  summary: `Count the caller's unread notifications, up to ${maxCount}`,
  tag: 'Workspace',
  workspace: { path: '/notifications/unread', roles: [...roles] },
  response: Type.Object(
    {
      count: Type.Integer({ minimum: 0, maximum: maxCount }),
      more: Type.Boolean({ description: 'Whether there are more than counted.' }),
    },
    { title: 'UnreadNotifications' },
  ),
  needs: ['workSources'],
  async run(call) {
    const { actor, read } = call
    const kinds = bellKinds(call, await read(readChannelSettings, { personIds: [actor.id] }))
    const [row] = await read(countUnread, { personId: actor.id, kinds, limit: maxCount + 1 })
    const count = row?.count ?? 0
    return { count: Math.min(count, maxCount), more: count > maxCount }
  },
})
