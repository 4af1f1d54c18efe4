import { Type } from 'typebox'
import { paged } from '#family/paged.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { findPackage, listEvents } from './queries.ts'
import { SubmissionEvent } from './submission-event.ts'

/** See open points "Detail and list endpoints". */
export const listSubmissionEvents = paged({
  name: 'listSubmissionEvents',
  summary: 'List the events of a package, newest first',
  tag: 'Submissions',
  v1: { path: '/governance/submissions/packages/{packageId}/events', scope: 'governance.submissions:read' },
  workspace: { path: '/packages/{packageId}/events', roles: ['admin', 'reviewer', 'contributor', 'auditor'] },
  params: Type.Object({ packageId: Reference('subpkg') }),
  plural: 'submissionEvents',
  of: SubmissionEvent,
  find: async (call, { packageId }) =>
    firstOrNotFound(await call.read(findPackage, { id: packageId }), 'submission package'),
  read: (call, page) => call.read(listEvents, page),
})
