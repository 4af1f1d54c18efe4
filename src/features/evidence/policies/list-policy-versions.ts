import { type Static, Type } from 'typebox'
import { paged } from '#family/paged.ts'
import { type Actor, roles } from '#http/access.ts'
import { readRecord } from '#http/record.ts'
import { Nullable } from '#http/schema.ts'
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
    mayPublish: Type.Boolean({ description: 'Whether the caller may publish the version now.' }),
    hadHand: Type.Boolean({
      description: 'Whether the caller announced or uploaded the file. If so, another person must publish the version.',
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

export const listPolicyVersions = paged({
  name: 'listPolicyVersions',
  summary: 'List the versions of a policy and whether the caller may publish them, newest first',
  tag: policyTag,
  workspace: { path: '/policies/{policyId}/versions', roles: [...roles] },
  params: PolicyParams,
  plural: 'versions',
  of: WorkspacePolicyVersion,
  find: (call, { policyId }) => policy.find(call, policyId),
  read: (call, page) => call.read(selectPolicyVersions, page),
  show: (row, call) => show(row, call.actor),
})
