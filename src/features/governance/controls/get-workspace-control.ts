import { type Static, Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Id, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { recordVersion } from '#http/version.ts'
import { iso } from '#lib/clock.ts'
import { freshnessAt, stateNames } from '#shared/freshness.ts'
import { Clause } from '#src/features/governance/clauses/clause.ts'
import { clausesOfControl, findControl, requirementsOfControl } from './control-queries.ts'
import { AnswerExtent } from './links.ts'
import { showControl, WorkspaceControl } from './show-control.ts'

/** A requirement, with the accepted claim that stays valid longest. */
export const ControlProof = Type.Object(
  {
    requirementId: Id('ger'),
    requirementKey: Type.String(),
    title: Type.String(),
    status: Type.Enum(['draft', 'active', 'retired']),
    state: Type.Enum([...stateNames]),
    freshUntil: Nullable(Timestamp),
    claim: Nullable(Type.Object({ id: Id('gec'), claimKey: Type.String(), title: Type.String() })),
  },
  { title: 'ControlProof' },
)

interface ProofRow {
  record: string
  until: number
  claim: string | null
}

export const showControlProof = ({ record, until, claim }: ProofRow, now: number): Static<typeof ControlProof> => {
  const { id: requirementId, requirementKey, title, status } = JSON.parse(record)
  const accepted = claim === null ? null : JSON.parse(claim)
  return {
    ...{ requirementId, requirementKey, title, status },
    state: freshnessAt(until, now),
    freshUntil: until === 0 ? null : iso(until),
    claim: accepted && { id: accepted.id, claimKey: accepted.claimKey, title: accepted.title },
  }
}

const { id: clauseId, clauseKey, title, status } = Clause.properties

export const getWorkspaceControl = readEndpoint({
  name: 'getWorkspaceControl',
  summary: 'Get one control with its proof and the clauses that it answers',
  tag: 'Controls',
  workspace: { path: '/controls/{controlId}', roles: [...roles] },
  params: Type.Object({ controlId: Reference('gct') }),
  response: Type.Object(
    {
      ...WorkspaceControl.properties,
      requirements: Type.Array(ControlProof),
      clauses: Type.Array(
        Type.Object({
          ...{ clauseId, clauseKey, title, status },
          frameworkId: Id('gfw'),
          frameworkTitle: Type.String(),
          ...AnswerExtent.properties,
        }),
      ),
    },
    { title: 'ControlDetail' },
  ),
  version: recordVersion('control'),
  errors: ['not_found'],
  async run(call, { params: { controlId: id } }) {
    const { now } = call
    const [rows, requirements, clauses] = await Promise.all([
      call.read(findControl, { id, now }),
      call.read(requirementsOfControl, { id }),
      call.read(clausesOfControl, { id }),
    ])
    return {
      ...showControl(firstOrNotFound(rows, 'control')),
      requirements: requirements.map(row => showControlProof(row, now)),
      clauses: clauses.map(row => {
        const { id: clauseId, frameworkId, clauseKey, title, status } = readRecord(Clause, row.record)
        const { extent, note } = JSON.parse(row.link)
        const frameworkTitle = JSON.parse(row.framework).title
        return { clauseId, clauseKey, title, status, frameworkId, frameworkTitle, extent, note }
      }),
    }
  },
})
