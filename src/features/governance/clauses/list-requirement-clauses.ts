import { type Static, Type } from 'typebox'
import { roles } from '#http/access.ts'
import { reading } from '#http/endpoint.ts'
import { oneOr404 } from '#http/errors.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { readRecord } from '#http/record.ts'
import { Id, Nullable, Pagination, Reference } from '#http/schema.ts'
import { Control } from '#src/features/governance/controls/control.ts'
import { findLinkedRequirement, listServed, type ServedRow } from '#src/features/governance/controls/link-queries.ts'
import { AnswerExtent } from '#src/features/governance/controls/links.ts'
import { Framework } from '#src/features/governance/frameworks/framework.ts'
import { Clause } from './clause.ts'

const endpoint = 'listRequirementClauses'

/** A control that the proof of a requirement shows to work, and one of the clauses that it answers. */
const ServedClause = Type.Object(
  {
    controlId: Id('gct'),
    controlKey: Type.String(),
    controlTitle: Type.String(),
    controlStatus: Control.properties.status,
    clause: Nullable(
      Type.Object({
        id: Id('gfc'),
        clauseKey: Type.String(),
        title: Type.String(),
        frameworkId: Id('gfw'),
        frameworkTitle: Type.String(),
        extent: AnswerExtent.properties.extent,
      }),
    ),
  },
  { title: 'ServedClause' },
)

const showServed = ({ record, clause, framework, link }: ServedRow): Static<typeof ServedClause> => {
  const { id: controlId, controlKey, title: controlTitle, status: controlStatus } = readRecord(Control, record)
  const control = { controlId, controlKey, controlTitle, controlStatus }
  if (clause === null || framework === null || link === null) return { ...control, clause: null }
  const { id, clauseKey, title, frameworkId } = readRecord(Clause, clause)
  const { title: frameworkTitle } = readRecord(Framework, framework)
  const { extent } = JSON.parse(link)
  return { ...control, clause: { id, clauseKey, title, frameworkId, frameworkTitle, extent } }
}

export const listRequirementClauses = reading({
  name: endpoint,
  summary: 'List the controls that the proof of an evidence requirement shows to work, with the clauses they answer',
  tag: 'Controls',
  workspace: { path: '/evidence-requirements/{requirementId}/clauses', roles: [...roles] },
  params: Type.Object({ requirementId: Reference('ger') }),
  query: Type.Object(pageQuery),
  response: Type.Object({ clauses: Type.Array(ServedClause), pagination: Pagination }),
  errors: ['invalid_cursor', 'not_found'],
  async run(call, { params: { requirementId }, query }) {
    oneOr404(await call.read(findLinkedRequirement, { id: requirementId }), 'evidence requirement')
    return answerPage(call, {
      endpoint,
      plural: 'clauses',
      read: at => call.read(listServed, { ...at, requirementId }),
      filters: { requirementId },
      query,
      order: 'oldest',
      render: row => JSON.stringify(showServed(row)),
    })
  },
})
