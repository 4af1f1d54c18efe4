import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Reference } from '#http/schema.ts'
import { requireNoSecondPerson } from '#src/features/governance/approvals/second-person.ts'
import { clauseControlRemoval } from '#src/features/governance/controls/link-removals.ts'

export const removeClauseControl = changeEndpoint({
  name: 'removeClauseControl',
  summary: 'Remove a control from a clause that it no longer answers',
  tag: 'Frameworks',
  method: 'DELETE',
  workspace: { path: '/clauses/{clauseId}/controls/{controlId}', roles: ['admin', 'contributor'] },
  status: 204,
  action: 'clause.control.remove',
  params: Type.Object({ clauseId: Reference('gfc'), controlId: Reference('gct') }),
  response: Type.Null(),
  errors: ['not_found', 'forbidden_resource', 'unprocessable'],
  async run(change, { params: { clauseId, controlId } }) {
    const { counts, apply } = await clauseControlRemoval(change, clauseId, controlId)
    await requireNoSecondPerson(change, clauseId, counts)
    apply()
    return null
  },
})
