import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { lockChangeablePackage, logContentChange } from './change-contents.ts'
import { deleteContent, lockContent } from './content-queries.ts'
import { PackageParams } from './package.ts'
import type { StoredContent } from './submission-content.ts'

export const removeSubmissionContent = changeEndpoint({
  name: 'removeSubmissionContent',
  summary: 'Remove a claim from a package that has not been sent',
  tag: 'Submissions',
  method: 'DELETE',
  workspace: { path: '/packages/{packageId}/contents/{claimId}', roles: ['admin', 'contributor'] },
  status: 204,
  action: 'submission.content.remove',
  params: Type.Object({ ...PackageParams.properties, claimId: Reference('gec') }),
  response: Type.Null(),
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { packageId, claimId } }) {
    const { tx, audit } = change
    const row = await lockChangeablePackage(change, packageId, 'contents')
    const content = firstOrNotFound(await tx.query(lockContent, { packageId, claimId }), 'content')
    const { claimDigest }: StoredContent = JSON.parse(content.record)
    tx.write(deleteContent, { packageId, claimId })
    logContentChange(change, row, { decision: 'content_removed', claimId, claimDigest })
    audit(`${packageId}/${claimId}`, { before: content.record })
    return null
  },
})
