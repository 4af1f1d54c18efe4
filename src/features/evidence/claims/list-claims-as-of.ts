import { Type } from 'typebox'
import { text } from '#db/statement.ts'
import { search } from '#family/search.ts'
import { reading } from '#http/endpoint.ts'
import { pageQuery } from '#http/page.ts'
import { Pagination, Reference } from '#http/schema.ts'
import { AsOfProof, asOfQuery, momentOf } from '#shared/as-of.ts'
import { Claim } from './claim.ts'
import {
  type ClaimThenRow,
  claimStatusThen,
  claimThen,
  claimThenColumns,
  DecisionThen,
  undecidedThen,
} from './claim-as-of.ts'

const ClaimThen = Type.Object(
  {
    ...Claim.properties,
    valid: Type.Boolean({ description: 'Whether the moment was within its validity, regardless of its status.' }),
    decision: Type.Optional(DecisionThen),
    proof: AsOfProof,
  },
  { title: 'EvidenceClaimAsOf' },
)

const find = search<ClaimThenRow>({
  table: 'evidence_claim',
  of: 'claim_as_of',
  takes: { at: text, after: text },
  columns: claimThenColumns,
  filters: { evidenceRequirementId: 'evidence_requirement_id', current: 'status', status: claimStatusThen },
  ways: [
    { by: ['evidenceRequirementId', 'current'] },
    { by: ['evidenceRequirementId'] },
    { by: ['current'] },
    { by: [], together: { name: 'undecided', where: undecidedThen } },
    { by: [] },
  ],
})

/** A rejected or expired claim stays so. These are therefore found among the present ones. */
const final: readonly (string | undefined)[] = ['rejected', 'expired'] satisfies Claim['status'][]

const show = (row: ClaimThenRow, at: string): string => {
  const { text, ...shown } = claimThen(row, at)
  return `${text.slice(0, -1)},${JSON.stringify(shown).slice(1)}`
}

/** Each claim can be proved as it stood at the moment. */
export const listClaimsAsOf = reading({
  name: 'listClaimsAsOf',
  summary: 'List evidence claims as they stood at a moment, each with the audit row that proves it, newest first',
  tag: 'Evidence',
  workspace: { path: '/as-of/claims', roles: ['admin', 'reviewer', 'auditor'] },
  query: Type.Object({
    ...asOfQuery,
    status: Type.Optional({ ...Claim.properties.status, description: 'The status at that moment.' }),
    evidenceRequirementId: Type.Optional(Reference('ger')),
    ...pageQuery,
  }),
  response: Type.Object({ claims: Type.Array(ClaimThen), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run(call, { query: { cursor, limit, at, ...given } }) {
    const moment = momentOf(call, at)
    const { status, evidenceRequirementId } = given
    const isUndecided = status === 'submitted' && evidenceRequirementId === undefined && call.actor.units === undefined
    return find(call, {
      endpoint: 'listClaimsAsOf',
      plural: 'claims',
      query: { ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) },
      given: {
        evidenceRequirementId,
        status: isUndecided ? undefined : status,
        undecided: isUndecided ? status : undefined,
        current: final.includes(status) ? status : undefined,
      },
      values: { ...moment },
      bound: { at: moment.at },
      range: { before: `gec_${moment.after}` },
      render: row => show(row, moment.at),
    })
  },
})
