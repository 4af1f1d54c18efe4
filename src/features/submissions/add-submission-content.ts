import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { sentence } from '#lib/sentence.ts'
import { lockChangeablePackage, logContentChange } from './change-contents.ts'
import { findSubmittedClaim, insertContent } from './content-queries.ts'
import { PackageParams } from './package.ts'
import { maxContents, PackageContent, type StoredContent, showContent } from './submission-content.ts'

export const addSubmissionContent = changeEndpoint({
  name: 'addSubmissionContent',
  summary: 'Add a claim to a package as evidence that is sent with it',
  tag: 'Submissions',
  method: 'POST',
  workspace: { path: '/packages/{packageId}/contents', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'submission.content.add',
  params: PackageParams,
  body: Type.Object({ claimId: Reference('gec') }),
  response: PackageContent,
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: {
    submission_content_pkey: sentence`package.claim_already_added: The package already contains this claim.`,
  },
  async run(change, { params: { packageId }, body: { claimId } }) {
    const { tx, now, actor, audit } = change
    const row = await lockChangeablePackage(change, packageId, 'contents')
    const claim = firstOrNotFound(await tx.query(findSubmittedClaim, { id: claimId, packageId }), 'evidence claim')
    if (claim.contents >= maxContents)
      throw new Refusal(
        'unprocessable',
        sentence`package.claim_limit: A package can contain at most ${{ maxContents }} claims.`,
      )
    const content: StoredContent = { claimDigest: sha256Hex(claim.record), addedAt: iso(now), addedBy: actor.id }
    const record = JSON.stringify(content)
    tx.write(insertContent, { packageId, claimId, record })
    logContentChange(change, row, { decision: 'content_added', claimId, claimDigest: content.claimDigest })
    audit(`${packageId}/${claimId}`, { after: record })
    return showContent(claimId, claim.record, record)
  },
})
