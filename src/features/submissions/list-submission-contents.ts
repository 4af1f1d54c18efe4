import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Pagination } from '#http/schema.ts'
import { listContents } from './content-queries.ts'
import { PackageParams } from './package.ts'
import { findPackage } from './queries.ts'
import { maxContents, PackageContent, showContent } from './submission-content.ts'

export const listSubmissionContents = readEndpoint({
  name: 'listSubmissionContents',
  summary: 'List the claims in a package',
  tag: 'Submissions',
  workspace: { path: '/packages/{packageId}/contents', roles: [...roles] },
  params: PackageParams,
  response: Type.Object({ contents: Type.Array(PackageContent), pagination: Pagination }),
  errors: ['not_found'],
  async run(call, { params: { packageId } }) {
    firstOrNotFound(await call.read(findPackage, { id: packageId }), 'submission package')
    const rows = await call.read(listContents, { packageId, limit: maxContents })
    return { contents: rows.map(row => showContent(row.claim_id, row.claim, row.record)), pagination: {} }
  },
})
