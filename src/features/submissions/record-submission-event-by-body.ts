import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Reference } from '#http/schema.ts'
import { EventInput, eventEndpoint, recordEvent } from './record-event.ts'

/** The same as `recordSubmissionEvent`, at the path from the interface's change record (section 4.3, rule 3). */
export const recordSubmissionEventByBody = changeEndpoint({
  ...eventEndpoint,
  name: 'recordSubmissionEventByBody',
  summary: 'Record an event against the package named in the body',
  v1: { path: '/governance/submissions/events', scope: 'governance.submissions:write' },
  changes: '/governance/submissions/packages/{packageId}',
  body: Type.Object({ packageId: Reference('subpkg'), ...EventInput.properties }),
  run: (change, { body }) => recordEvent(change, body),
})
