import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Reference } from '#http/schema.ts'
import { requireNoSecondPerson } from '#src/features/governance/approvals/second-person.ts'
import { controlRequirementRemoval } from './link-removals.ts'

export const removeControlRequirement = changeEndpoint({
  name: 'removeControlRequirement',
  summary: 'Remove an evidence requirement from a control',
  tag: 'Controls',
  method: 'DELETE',
  workspace: { path: '/controls/{controlId}/requirements/{requirementId}', roles: ['admin', 'contributor'] },
  status: 204,
  action: 'control.requirement.remove',
  params: Type.Object({ controlId: Reference('gct'), requirementId: Reference('ger') }),
  response: Type.Null(),
  errors: ['not_found', 'forbidden_resource', 'unprocessable'],
  async run(change, { params: { controlId, requirementId } }) {
    const { counts, apply } = await controlRequirementRemoval(change, controlId, requirementId)
    await requireNoSecondPerson(change, controlId, counts)
    apply()
    return null
  },
})
