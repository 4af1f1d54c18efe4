import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { oneOr404 } from '#api/errors.ts'
import { Reference } from '#api/schema.ts'
import { deleteAnswer, lockAnswer } from './link-queries.ts'

export const removeClauseControl = changing({
  name: 'removeClauseControl',
  summary: 'Say that a control does not answer a clause any more',
  tag: 'Frameworks',
  method: 'DELETE',
  workspace: { path: '/clauses/{clauseId}/controls/{controlId}', roles: ['admin', 'contributor'] },
  status: 204,
  action: 'clause.control.remove',
  params: Type.Object({ clauseId: Reference('gfc'), controlId: Reference('gct') }),
  response: Type.Null(),
  errors: ['not_found'],
  async run({ tx, audit }, { params }) {
    const link = oneOr404(await tx.query(lockAnswer, params), 'control of the clause')
    tx.write(deleteAnswer, params)
    audit(`${params.clauseId}/${params.controlId}`, { before: link.record })
    return null
  },
})
