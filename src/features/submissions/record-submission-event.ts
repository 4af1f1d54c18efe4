import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Reference } from '#http/schema.ts'
import { EventInput, eventEndpoint, recordEvent } from './record-event.ts'

/** See interface sections 2.7, 3.3 and 4.3. The policy and `sourceEventKey` follow open points "Submissions". */
export const recordSubmissionEvent = changeEndpoint({
  ...eventEndpoint,
  name: 'recordSubmissionEvent',
  summary: 'Record an event against a package, which updates its status',
  v1: { path: '/governance/submissions/packages/{packageId}/events', scope: 'governance.submissions:write' },
  workspace: { path: '/packages/{packageId}/events', roles: ['admin', 'reviewer'] },
  params: Type.Object({ packageId: Reference('subpkg') }),
  body: EventInput,
  run: (change, { params, body }) => recordEvent(change, { ...body, ...params }),
})
