import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { requireNoSecondPerson } from '#src/features/governance/approvals/second-person.ts'
import { justificationRequired } from '#src/features/governance/sentences.ts'
import { Clause, clauseRecords } from './clause.ts'

const { applicability, justification } = Clause.properties

export const updateClause = changeEndpoint({
  name: 'updateClause',
  summary: 'Set whether a clause applies to the organization, and why',
  tag: 'Frameworks',
  method: 'PATCH',
  workspace: { path: '/clauses/{clauseId}', roles: ['admin', 'contributor'] },
  status: 200,
  action: 'clause.update',
  params: Type.Object({ clauseId: Reference('gfc') }),
  body: Type.Partial(Type.Object({ applicability, justification })),
  response: Clause,
  errors: ['not_found', 'forbidden_resource', 'unprocessable'],
  async run(change, { params, body }) {
    const current = await clauseRecords.lock(change, params.clauseId)
    const { applicability, justification } = { ...current.fields, ...body }
    if (applicability === 'not_applicable' && justification === null)
      throw new Refusal('unprocessable', justificationRequired)
    const excludes =
      applicability === 'not_applicable' &&
      (current.fields.applicability !== applicability || current.fields.justification !== justification)
    await requireNoSecondPerson(change, current.id, excludes)
    const changed = clauseRecords.update(change, current, { applicability, justification })
    change.audit(changed.id, { before: current.record, after: changed.record })
    return new Rendered(changed.record)
  },
})
