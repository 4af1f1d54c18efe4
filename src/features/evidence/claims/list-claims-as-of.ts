import { Type } from 'typebox'
import { text } from '#db/statement.ts'
import { search } from '#family/search.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery } from '#http/page.ts'
import { Pagination, Reference } from '#http/schema.ts'
import { AsOfProof, asOfQuery, momentOf } from '#shared/as-of.ts'
import { Claim } from './claim.ts'
import {
  type ClaimAsOfRow,
  claimAsOfColumns,
  claimStatusAsOf,
  DecisionAsOf,
  rebuildClaim,
  undecidedAsOf,
} from './claim-as-of.ts'

const ClaimAsOf = Type.Object(
  {
    ...Claim.properties,
    valid: Type.Boolean({
      description: 'Whether the claim was within its validity at that time, regardless of its status.',
    }),
    decision: Type.Optional(DecisionAsOf),
    proof: AsOfProof,
  },
  { title: 'EvidenceClaimAsOf' },
)

const find = search<ClaimAsOfRow>({
  table: 'evidence_claim',
  of: 'claim_as_of',
  parameters: { at: text, after: text },
  columns: claimAsOfColumns,
  filters: { evidenceRequirementId: 'evidence_requirement_id', current: 'status', status: claimStatusAsOf },
  indexes: [
    { by: ['evidenceRequirementId', 'current'] },
    { by: ['evidenceRequirementId'] },
    { by: ['current'] },
    { by: [], together: { name: 'undecided', where: undecidedAsOf } },
    { by: [] },
  ],
})

/** Final statuses never change. A claim that had one in the past still has it, so the current status finds it. */
const finalStatuses: readonly (string | undefined)[] = ['rejected', 'expired'] satisfies Claim['status'][]

const show = (row: ClaimAsOfRow, at: string): string => {
  const { text, ...proofFields } = rebuildClaim(row, at)
  return `${text.slice(0, -1)},${JSON.stringify(proofFields).slice(1)}`
}

export const listClaimsAsOf = readEndpoint({
  name: 'listClaimsAsOf',
  summary: 'List evidence claims as of a past time, each with the audit row that proves it, newest first',
  tag: 'Evidence',
  workspace: { path: '/as-of/claims', roles: ['admin', 'reviewer', 'auditor'] },
  query: Type.Object({
    ...asOfQuery,
    status: Type.Optional({ ...Claim.properties.status, description: 'The status at that time.' }),
    evidenceRequirementId: Type.Optional(Reference('ger')),
    ...pageQuery,
  }),
  response: Type.Object({ claims: Type.Array(ClaimAsOf), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run(call, { query: { cursor, limit, at, ...filters } }) {
    const moment = momentOf(call, at)
    const { status, evidenceRequirementId } = filters
    const isUndecided = status === 'submitted' && evidenceRequirementId === undefined && call.actor.units === undefined
    return find(call, {
      endpoint: 'listClaimsAsOf',
      plural: 'claims',
      query: { ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) },
      filterValues: {
        evidenceRequirementId,
        status: isUndecided ? undefined : status,
        undecided: isUndecided ? status : undefined,
        current: finalStatuses.includes(status) ? status : undefined,
      },
      values: { ...moment },
      bound: { at: moment.at },
      range: { before: `gec_${moment.after}` },
      render: row => show(row, moment.at),
    })
  },
})
