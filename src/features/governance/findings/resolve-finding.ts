import { Type } from 'typebox'
import { Refusal } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { contributedToFinding } from './four-eyes.ts'
import { moveEndpoint } from './move-finding.ts'
import { link, linkableClaim } from './proof.ts'
import { acceptedProof } from './proof-queries.ts'

const notOwnProof = sentence`finding.own_proof: Another person must resolve this finding, or use other proof: people cannot resolve a finding with their own claim (four eyes).`

/** Resolves a finding with an accepted claim: the named claim, which is then linked, or one that is already linked. */
export const resolveFinding = moveEndpoint('resolve', {
  summary: 'Resolve a remediated finding, with an accepted claim as proof',
  body: Type.Object({
    claimId: Type.Optional(Reference('gec')),
  }),
  async prepare(change, { id }, { claimId }, { mayDecideOwn }) {
    const named = claimId === undefined ? undefined : await linkableClaim(change, id, claimId)
    if (named && named.status !== 'accepted')
      throw new Refusal(
        'unprocessable',
        sentence`finding.claim_not_accepted: The claim is ${{ status: named.status }}; a finding can only be resolved with an accepted one.`,
      )
    const proof = named ? [named] : await change.tx.query(acceptedProof, { id })
    if (proof.length === 0)
      throw new Refusal(
        'unprocessable',
        sentence`finding.no_proof: The finding has no accepted claim as proof; link one to resolve it.`,
      )
    const isOwn = proof.every(({ involved }) => contributedToFinding(change.actor, involved))
    if (isOwn && !mayDecideOwn) throw new Refusal('forbidden_resource', notOwnProof)
    if (named && !named.linked) link(change, id, named)
    return { isOwn }
  },
})
