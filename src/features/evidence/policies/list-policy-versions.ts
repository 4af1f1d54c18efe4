import { type Static, Type } from 'typebox'
import { type Actor, roles } from '#http/access.ts'
import { reading } from '#http/endpoint.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Pagination } from '#http/schema.ts'
import { contributedToVersion, mayPublish } from '#src/features/evidence/campaigns/publishing.ts'
import { PolicyParams, policy, policyTag } from './policy.ts'
import { type PolicyVersionRow, selectPolicyVersions } from './policy-queries.ts'
import { PolicyVersion } from './policy-version.ts'

/** A version as the workspace shows it. */
const WorkspacePolicyVersion = Type.Object(
  {
    ...PolicyVersion.properties,
    uploadedByName: Nullable(Type.String()),
    publishedByName: Nullable(Type.String()),
    mayPublish: Type.Boolean({ description: 'Whether the reader may publish the version now.' }),
    hadHand: Type.Boolean({
      description: 'Whether the reader announced or uploaded the file. If so, another person must publish the version.',
    }),
  },
  { title: 'WorkspacePolicyVersion' },
)

const show = (row: PolicyVersionRow, reader: Actor): Static<typeof WorkspacePolicyVersion> => {
  const version = readRecord(PolicyVersion, row.record)
  return {
    ...version,
    uploadedByName: row.uploaded_by_name,
    publishedByName: row.published_by_name,
    mayPublish: version.status === 'draft' && mayPublish(reader, row.hands),
    hadHand: contributedToVersion(reader, row.hands),
  }
}

const endpoint = 'listPolicyVersions'

export const listPolicyVersions = reading({
  name: endpoint,
  summary: 'List the versions of a policy and whether the reader may publish them, newest first',
  tag: policyTag,
  workspace: { path: '/policies/{policyId}/versions', roles: [...roles] },
  params: PolicyParams,
  query: Type.Object(pageQuery),
  response: Type.Object({ versions: Type.Array(WorkspacePolicyVersion), pagination: Pagination }),
  errors: ['invalid_cursor', 'not_found'],
  async run(call, { params: { policyId }, query }) {
    await policy.find(call, policyId)
    return answerPage(call, {
      endpoint,
      plural: 'versions',
      read: page => call.read(selectPolicyVersions, { ...page, policyId }),
      filters: { policyId },
      query,
      render: row => JSON.stringify(show(row, call.actor)),
    })
  },
})
