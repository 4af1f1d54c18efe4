import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { oneOr404 } from '#http/errors.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination, Reference } from '#http/schema.ts'
import { findPackage, listEvents } from './queries.ts'
import { SubmissionEvent } from './submission-event.ts'

const endpoint = 'listSubmissionEvents'

/** See open points "Detail and list endpoints". */
export const listSubmissionEvents = reading({
  name: endpoint,
  summary: 'List the events of a package, newest first',
  tag: 'Submissions',
  v1: { path: '/governance/submissions/packages/{packageId}/events', scope: 'governance.submissions:read' },
  workspace: { path: '/packages/{packageId}/events', roles: ['admin', 'reviewer', 'contributor', 'auditor'] },
  params: Type.Object({ packageId: Reference('subpkg') }),
  query: Type.Object(pageQuery),
  response: Type.Object({ submissionEvents: Type.Array(SubmissionEvent), pagination: Pagination }),
  errors: ['not_found', 'invalid_cursor'],
  async run(call, { params: { packageId }, query }) {
    oneOr404(await call.read(findPackage, { id: packageId }), 'submission package')
    return answerPage(call, {
      endpoint,
      plural: 'submissionEvents',
      read: page => call.read(listEvents, { ...page, packageId }),
      filters: { packageId },
      query,
    })
  },
})
