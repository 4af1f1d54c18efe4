import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { FindingParams, findingRecords } from './finding.ts'
import { FindingProof, link, linkableClaim, requireOpen, showFindingProof } from './proof.ts'

export const addFindingClaim = changeEndpoint({
  name: 'addFindingClaim',
  summary: 'Link a claim to a finding as proof that it is remediated',
  tag: 'Findings',
  method: 'POST',
  workspace: { path: '/findings/{findingId}/claims', roles: ['admin', 'reviewer', 'contributor'] },
  status: 201,
  action: 'finding.proof.add',
  params: FindingParams,
  body: Type.Object({ claimId: Reference('gec') }),
  response: FindingProof,
  errors: ['not_found', 'conflict', 'unprocessable'],
  async run(change, { params: { findingId }, body: { claimId } }) {
    requireOpen(await findingRecords.lock(change, findingId))
    const claim = await linkableClaim(change, findingId, claimId)
    if (claim.linked)
      throw new Refusal('conflict', sentence`finding.claim_already_linked: The claim is already linked to the finding.`)
    return showFindingProof(claimId, link(change, findingId, claim))
  },
})
