import { Type } from 'typebox'
import { nextStatus } from '#family/next-status.ts'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { Reference } from '#http/schema.ts'
import { requireAlone } from '#src/features/governance/approvals/second-person.ts'
import { requirePerson } from '#src/features/governance/require-person.ts'
import { Control, controlFlow, controlRecords } from './control.ts'

const { title, description, status, ownerId } = Control.properties

export const updateControl = changing({
  name: 'updateControl',
  summary: 'Change a control or its status',
  tag: 'Controls',
  method: 'PATCH',
  workspace: { path: '/controls/{controlId}', roles: ['admin', 'contributor'] },
  status: 200,
  action: 'control.update',
  params: Type.Object({ controlId: Reference('gct') }),
  body: Type.Partial(Type.Object({ title, description, status, ownerId })),
  response: Control,
  errors: ['not_found', 'forbidden_resource', 'unprocessable'],
  async run(change, { params, body }) {
    const present = await controlRecords.lock(change, params.controlId)
    const retires = body.status === 'retired' && present.fields.status !== 'retired'
    await requireAlone(change, present.id, retires ? 'Retiring a control' : undefined)
    await requirePerson(change, body.ownerId)
    const status = nextStatus('control', controlFlow, present.fields.status, body.status)
    const changed = controlRecords.update(change, present, { ...body, status })
    change.audit(changed.id, { before: present.record, after: changed.record })
    return new Rendered(changed.record)
  },
})
