import { Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { sentence } from '#lib/sentence.ts'
import { requirePerson } from '#src/features/governance/require-person.ts'
import { Control, controlRecords } from './control.ts'

const { controlKey, title, description, ownerId } = Control.properties

export const createControl = changing({
  name: 'createControl',
  summary: 'Create a control, as a draft or already active',
  tag: 'Controls',
  method: 'POST',
  workspace: { path: '/controls', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'control.create',
  body: Type.Object({
    controlKey,
    title,
    description: Type.Optional(description),
    status: Type.Optional(Type.Enum(['draft', 'active'])),
    ownerId: Type.Optional(ownerId),
  }),
  response: Control,
  errors: ['not_found', 'conflict'],
  conflicts: { control_key: sentence`control.key_taken: A control with this controlKey exists in the workspace.` },
  async run(change, { body }) {
    await requirePerson(change, body.ownerId)
    const made = controlRecords.insert(change, { description: '', status: 'draft', ownerId: null, ...body }, {})
    change.audit(made.id, { after: made.record })
    return new Rendered(made.record)
  },
})
