import { type Static, Type } from 'typebox'
import { paged } from '#family/paged.ts'
import { roles } from '#http/access.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Id, Nullable, Reference } from '#http/schema.ts'
import { Control } from '#src/features/governance/controls/control.ts'
import { findLinkedRequirement, listServed, type ServedRow } from '#src/features/governance/controls/link-queries.ts'
import { AnswerExtent } from '#src/features/governance/controls/links.ts'
import { Framework } from '#src/features/governance/frameworks/framework.ts'
import { Clause } from './clause.ts'

/** A control that the proof of a requirement supports, and one of the clauses that the control answers. */
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

export const listRequirementClauses = paged({
  name: 'listRequirementClauses',
  summary: 'List the controls that the proof of an evidence requirement shows to work, with the clauses they answer',
  tag: 'Controls',
  workspace: { path: '/evidence-requirements/{requirementId}/clauses', roles: [...roles] },
  params: Type.Object({ requirementId: Reference('ger') }),
  plural: 'clauses',
  of: ServedClause,
  order: 'oldest',
  find: async (call, { requirementId }) =>
    firstOrNotFound(await call.read(findLinkedRequirement, { id: requirementId }), 'evidence requirement'),
  read: (call, page) => call.read(listServed, page),
  show: showServed,
})
