import { Type } from 'typebox'
import { nextStatus } from '#family/next-status.ts'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { Reference } from '#http/schema.ts'
import { requirePerson } from '#src/features/governance/require-person.ts'
import { Framework, frameworkFlow, frameworkRecords } from './framework.ts'

const { title, description, version, status, ownerId } = Framework.properties

export const updateFramework = changing({
  name: 'updateFramework',
  summary: 'Change a framework or its status',
  tag: 'Frameworks',
  method: 'PATCH',
  workspace: { path: '/frameworks/{frameworkId}', roles: ['admin', 'contributor'] },
  status: 200,
  action: 'framework.update',
  params: Type.Object({ frameworkId: Reference('gfw') }),
  body: Type.Partial(Type.Object({ title, description, version, status, ownerId })),
  response: Framework,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params, body }) {
    const present = await frameworkRecords.lock(change, params.frameworkId)
    await requirePerson(change, body.ownerId)
    const status = nextStatus('framework', frameworkFlow, present.fields.status, body.status)
    const changed = frameworkRecords.update(change, present, { ...body, status })
    change.audit(changed.id, { before: present.record, after: changed.record })
    return new Rendered(changed.record)
  },
})
