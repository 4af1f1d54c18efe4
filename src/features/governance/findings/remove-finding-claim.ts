import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { findingRecords } from './finding.ts'
import { requireOpen } from './proof.ts'
import { deleteProof, lockProof } from './proof-queries.ts'

export const removeFindingClaim = changeEndpoint({
  name: 'removeFindingClaim',
  summary: 'Remove a claim from a finding',
  tag: 'Findings',
  method: 'DELETE',
  workspace: { path: '/findings/{findingId}/claims/{claimId}', roles: ['admin', 'reviewer', 'contributor'] },
  status: 204,
  action: 'finding.proof.remove',
  params: Type.Object({ findingId: Reference('gfd'), claimId: Reference('gec') }),
  response: Type.Null(),
  errors: ['not_found', 'unprocessable'],
  async run(change, { params }) {
    const { findingId, claimId } = params
    requireOpen(await findingRecords.lock(change, findingId))
    const linked = firstOrNotFound(await change.tx.query(lockProof, params), 'evidence claim of the finding')
    change.tx.write(deleteProof, params)
    change.audit(findingId, { detail: claimId })
    change.audit(`${findingId}/${claimId}`, { before: linked.record })
    return null
  },
})
