import { Type } from 'typebox'
import { reading } from '#api/endpoint.ts'
import { answerPage, pageQuery } from '#api/page.ts'
import { Pagination } from '#api/schema.ts'
import { SecurityEvent } from '#api/security-event.ts'
import { after, filters, readSecurityEvents, scopesOf, settledAt, startOf } from './security-event-pages.ts'

const endpoint = 'followSecurityEvents'

/** Open points "Storage, security events, jobs, license": for a SIEM that asks again and again. */
export const followSecurityEvents = reading({
  name: endpoint,
  summary: 'List security events that are older than 10 seconds, oldest first, after the one that was read last',
  tag: 'Audit',
  v1: { path: '/security-events', scope: 'security.events:read' },
  query: Type.Object({
    after,
    ...filters,
    ...pageQuery,
  }),
  response: Type.Object({ securityEvents: Type.Array(SecurityEvent), pagination: Pagination }),
  errors: ['invalid_cursor'],
  async run(call, { query: { after: last, type, severity, since, ...query } }) {
    const start = startOf(last)
    const given = { type, severity, since }
    const before = settledAt(call)
    const organizations = await scopesOf(call)
    return answerPage(call, {
      endpoint,
      plural: 'securityEvents',
      query,
      order: 'oldest',
      read: ({ position, limit }) =>
        readSecurityEvents(call, organizations, {
          ...given,
          position: position || start,
          before,
          limit,
          order: 'oldest',
        }),
      filters: { ...given, after: last },
    })
  },
})
