import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Reference } from '#http/schema.ts'
import { recordVersion } from '#http/version.ts'
import { Control } from '#src/features/governance/controls/control.ts'
import { ControlProof, showControlProof } from '#src/features/governance/controls/get-workspace-control.ts'
import { AnswerExtent } from '#src/features/governance/controls/links.ts'
import { ControlCoverage, showCoverage } from '#src/features/governance/coverage.ts'
import { controlsOfClause, findCoveredClause, proofsOfClause } from './clause-queries.ts'
import { showClause, WorkspaceClause } from './show-clause.ts'

const { id: controlId, controlKey, title, status } = Control.properties

export const getWorkspaceClause = readEndpoint({
  name: 'getWorkspaceClause',
  summary: 'Get one clause with the controls that answer it, and their proof',
  tag: 'Frameworks',
  workspace: { path: '/clauses/{clauseId}', roles: [...roles] },
  params: Type.Object({ clauseId: Reference('gfc') }),
  response: Type.Object(
    {
      ...WorkspaceClause.properties,
      frameworkTitle: Type.String(),
      parent: Nullable(
        Type.Object({ id: Reference('gfc'), title: Type.String() }, { description: 'The clause that contains it.' }),
      ),
      answers: Type.Array(
        Type.Object({ controlId, controlKey, title, status, ...AnswerExtent.properties, coverage: ControlCoverage }),
      ),
      proofs: Type.Array(ControlProof, { description: 'The proof of its active controls.' }),
    },
    { title: 'ClauseDetail' },
  ),
  version: recordVersion('clause'),
  errors: ['not_found'],
  async run(call, { params: { clauseId: id } }) {
    const { now } = call
    const [rows, answers, proofs] = await Promise.all([
      call.read(findCoveredClause, { id, now }),
      call.read(controlsOfClause, { id, now }),
      call.read(proofsOfClause, { id }),
    ])
    const clause = firstOrNotFound(rows, 'clause')
    const { framework_title: frameworkTitle, parent_id, parent_title } = clause
    return {
      ...showClause(clause),
      frameworkTitle,
      parent: parent_id === null || parent_title === null ? null : { id: parent_id, title: parent_title },
      answers: answers.map(row => {
        const { id: controlId, controlKey, title, status } = readRecord(Control, row.record)
        const { extent, note } = JSON.parse(row.link)
        return { controlId, controlKey, title, status, extent, note, coverage: showCoverage(row) }
      }),
      proofs: proofs.map(row => showControlProof(row, now)),
    }
  },
})
