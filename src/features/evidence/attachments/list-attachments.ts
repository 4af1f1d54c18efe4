import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { Pagination, Reference } from '#http/schema.ts'
import { findClaim } from '#src/features/evidence/claims/queries.ts'
import { Attachment } from './attachment.ts'
import { selectAttachments } from './attachment-queries.ts'

/** Lists a claim's attachments (interface section 4.2). */
export const listAttachments = readEndpoint({
  name: 'listAttachments',
  summary: 'List the attachments of a claim, newest first',
  tag: 'Attachments',
  v1: { path: '/governance/evidence/attachments', scope: 'governance.evidence:read' },
  workspace: { path: '/attachments', roles: [...roles] },
  query: Type.Object({ claimId: Reference('gec'), ...pageQuery }),
  response: Type.Object({ attachments: Type.Array(Attachment), pagination: Pagination }),
  errors: ['not_found', 'invalid_cursor'],
  async run(call, { query }) {
    firstOrNotFound(await call.read(findClaim, { id: query.claimId }), 'evidence claim')
    const filters = { claimId: query.claimId }
    return respondWithPage(call, {
      endpoint: 'listAttachments',
      plural: 'attachments',
      read: page => call.read(selectAttachments, { ...page, ...filters }),
      filters,
      query,
    })
  },
})
