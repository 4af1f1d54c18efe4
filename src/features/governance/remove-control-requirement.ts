import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { oneOr404 } from '#api/errors.ts'
import { Reference } from '#api/schema.ts'
import { deleteRequirement, lockRequirement } from './link-queries.ts'

export const removeControlRequirement = changing({
  name: 'removeControlRequirement',
  summary: 'Take an evidence requirement from a control',
  tag: 'Controls',
  method: 'DELETE',
  workspace: { path: '/controls/{controlId}/requirements/{requirementId}', roles: ['admin', 'contributor'] },
  status: 204,
  action: 'control.requirement.remove',
  params: Type.Object({ controlId: Reference('gct'), requirementId: Reference('ger') }),
  response: Type.Null(),
  errors: ['not_found'],
  async run({ tx, audit }, { params }) {
    const link = oneOr404(await tx.query(lockRequirement, params), 'evidence requirement of the control')
    tx.write(deleteRequirement, params)
    audit(`${params.controlId}/${params.requirementId}`, { before: link.record })
    return null
  },
})
