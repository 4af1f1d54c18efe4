import { Type } from 'typebox'
import { commitEndpoint } from '#http/endpoint.ts'
import { notFound, Refusal } from '#http/errors.ts'
import { sessionCookie } from '#http/identify.ts'
import { Reason } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { closeSample } from './close-sample.ts'
import { findSample, findSamplePeople } from './queries.ts'

export const closeSampleWorkspace = commitEndpoint({
  name: 'closeSampleWorkspace',
  summary: 'Close the sample workspace: delete it with its records, files, people and trail',
  tag: 'Workspace',
  method: 'POST',
  workspace: { path: '/sample/close', roles: ['admin'] },
  wholeWorkspace: true,
  confirm: true,
  status: 204,
  action: 'sample.close',
  reason: false,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  response: Type.Null(),
  errors: ['conflict', 'not_found'],
  needs: ['removeFilesOf'],
  async run(call, { body: { reason } }) {
    const { actor, organizationId, db } = call
    const [sample] = await db.readInstall(findSample, {})
    if (sample?.id !== organizationId)
      throw new Refusal(
        'conflict',
        sentence`workspace.not_a_sample: This workspace does not contain sample data, so it cannot be closed.`,
      )
    const person = (await call.read(findSamplePeople, {})).find(({ id }) => id === actor.id)
    const by = { personId: actor.id, name: person?.email ?? actor.id, reason }
    if (!(await closeSample(call, sample, by))) throw notFound('workspace')
    call.setHeader('set-cookie', sessionCookie.set(call.incoming.secure, '', 0))
    return null
  },
})
