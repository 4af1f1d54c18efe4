import { Type } from 'typebox'
import { reading } from '#api/endpoint.ts'
import { answerPage, pageQuery } from '#api/page.ts'
import { Pagination } from '#api/schema.ts'
import { SecurityEvent } from '#api/security-event.ts'
import { filters, readSecurityEvents, scopesOf } from './security-event-pages.ts'

const endpoint = 'listSecurityEvents'

/** Interface section 6.6; open points "Storage, security events, jobs, license". */
export const listSecurityEvents = reading({
  name: endpoint,
  summary: 'List security events, newest first; of the install too, for administrators of who operates it',
  tag: 'Audit',
  workspace: { path: '/security-events', roles: ['admin', 'auditor'] },
  query: Type.Object({ ...filters, ...pageQuery }),
  response: Type.Object({ securityEvents: Type.Array(SecurityEvent), pagination: Pagination }),
  errors: ['invalid_cursor'],
  async run(call, { query: { type, severity, since, ...query } }) {
    const given = { type, severity, since }
    const organizations = await scopesOf(call)
    return answerPage(call, {
      endpoint,
      plural: 'securityEvents',
      query,
      read: at => readSecurityEvents(call, organizations, { ...given, ...at, order: 'newest' }),
      filters: given,
    })
  },
})
