import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { SecurityEvent } from '#shared/security-event.ts'
import {
  after,
  filters,
  readSecurityEvents,
  readStart,
  settledBefore,
  visibleEventScopes,
} from './security-event-pages.ts'

const endpoint = 'listSecurityEvents'

export const listSecurityEvents = readEndpoint({
  name: endpoint,
  summary:
    'List security events, newest first; administrators of the operating workspace also see those of the install',
  tag: 'Audit',
  v1: { path: '/security-events', scope: 'security.events:read' },
  workspace: { path: '/security-events', roles: ['admin', 'auditor'] },
  query: Type.Object({
    order: Type.Optional(
      Type.Enum(['newest', 'oldest'], {
        description:
          'With oldest, the list has only events older than 10 seconds, so that no later event can precede them.',
      }),
    ),
    after,
    ...filters,
    ...pageQuery,
  }),
  response: Type.Object({ securityEvents: Type.Array(SecurityEvent), pagination: Pagination }),
  errors: ['invalid_cursor'],
  async run(call, { query: { order: requestedOrder, after: lastId, type, severity, since, ...query } }) {
    const filterValues = { type, severity, since }
    const order = lastId === undefined ? (requestedOrder ?? 'newest') : 'oldest'
    const start = readStart(lastId)
    const before = order === 'oldest' ? { before: settledBefore(call) } : {}
    const organizations = await visibleEventScopes(call)
    return respondWithPage(call, {
      endpoint,
      plural: 'securityEvents',
      query,
      order,
      read: ({ position, limit }) =>
        readSecurityEvents(call, organizations, {
          ...filterValues,
          ...before,
          position: position || start,
          limit,
          order,
        }),
      filters: { ...filterValues, order: requestedOrder, after: lastId },
    })
  },
})
