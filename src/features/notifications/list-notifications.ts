import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { directions, pageLimit, pagePosition, pageQuery, renderPage } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { timeZoneOf } from '#shared/settings.ts'
import { readChannelSettings } from './channels.ts'
import { bellKinds, Notification, showNotification } from './notification.ts'
import { listNotificationRows } from './queries.ts'

const endpoint = 'listNotifications'

export const listNotifications = readEndpoint({
  name: endpoint,
  summary: 'List what the caller is notified of, newest first, until it is done or no longer visible to them',
  tag: 'Workspace',
  workspace: { path: '/notifications', roles: [...roles] },
  query: Type.Object({
    unread: Type.Optional(Type.Enum(['true'], { description: 'Only those that are not read yet.' })),
    ...pageQuery,
  }),
  response: Type.Object({ notifications: Type.Array(Notification), pagination: Pagination }),
  errors: ['invalid_cursor'],
  needs: ['workSources', 'findTitles'],
  async run(call, { query }) {
    const { actor, organizationId: organization, now, read } = call
    const context = {
      endpoint,
      plural: 'notifications',
      organization,
      filters: { of: actor.id, unread: query.unread },
    }
    const position = pagePosition(call, context, query.cursor) ?? directions.newest.start
    const limit = pageLimit(query)
    const [settings, zone] = await Promise.all([read(readChannelSettings, { personIds: [actor.id] }), timeZoneOf(call)])
    const kinds = bellKinds(call, settings)
    const rows = await read(listNotificationRows, {
      personId: actor.id,
      kinds,
      unread: query.unread === 'true',
      position,
      limit: limit + 1,
    })
    const page = rows.slice(0, limit)
    const titles = await call.findTitles(read, [...new Set(page.map(row => row.record_id))])
    return renderPage(
      call,
      context,
      page.map(row => JSON.stringify(showNotification(row, titles.get(row.record_id), { now, zone }))),
      rows.length > limit ? page.at(-1)?.id : undefined,
    )
  },
})
