import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { controls } from '#src/features/governance/controls/control.ts'
import {
  countControls,
  countLinks,
  maxLinks,
  requireRoomForClause,
} from '#src/features/governance/controls/control-queries.ts'
import { insertAnswer } from '#src/features/governance/controls/link-queries.ts'
import { AnswerExtent, Linked, linkRecord } from '#src/features/governance/controls/links.ts'
import { clauseRecords } from './clause.ts'

const { extent, note } = AnswerExtent.properties

export const addClauseControl = changeEndpoint({
  name: 'addClauseControl',
  summary: 'Link a control to a clause that it answers, wholly or in part',
  tag: 'Frameworks',
  method: 'POST',
  workspace: { path: '/clauses/{clauseId}/controls', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'clause.control.add',
  params: Type.Object({ clauseId: Reference('gfc') }),
  body: Type.Object({ controlId: Reference('gct'), extent, note: Type.Optional(note) }),
  response: Type.Object({ controlId: Reference('gct'), ...AnswerExtent.properties, ...Linked }),
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: {
    clause_control_pkey: sentence`clause.control_already_answers: The control already answers this clause.`,
  },
  async run(change, { params: { clauseId }, body: { controlId, extent, note = null } }) {
    const clause = await clauseRecords.lock(change, clauseId)
    if (clause.fields.status === 'withdrawn' || !clause.fields.isAssessable)
      throw new Refusal(
        'unprocessable',
        sentence`clause.not_assessable: Controls can only answer an active, assessable clause.`,
      )
    await controls.records.lock(change, controlId)
    const [links] = await change.tx.query(countLinks, { id: controlId })
    if (links) requireRoomForClause(links)
    const [existing] = await change.tx.query(countControls, { id: clauseId })
    if (existing && existing.controls >= maxLinks)
      throw new Refusal(
        'unprocessable',
        sentence`clause.control_limit: At most ${{ maxLinks }} controls can answer a clause.`,
      )
    const record = linkRecord(change, { extent, note })
    change.tx.write(insertAnswer, { clauseId, controlId, extent, record })
    change.audit(`${clauseId}/${controlId}`, { after: record })
    return { controlId, ...JSON.parse(record) }
  },
})
