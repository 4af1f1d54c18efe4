import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { requireRoom } from '#http/storage-room.ts'
import { sentence } from '#lib/sentence.ts'
import { announcedFile, readAnnounced } from '#src/features/evidence/attachments/announced-file.ts'
import { recordPolicyContributor } from './four-eyes.ts'
import { PolicyParams, policies, policyTag, requirePolicyInUse } from './policy.ts'
import { findLastPolicyNumber } from './policy-queries.ts'
import { PolicyVersion, policyVersionRecords } from './policy-version.ts'

export const announcePolicyVersion = changeEndpoint({
  name: 'announcePolicyVersion',
  summary: 'Announce a version of a policy; upload its file next',
  tag: policyTag,
  method: 'POST',
  workspace: { path: '/policies/{policyId}/versions', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'policy.version.announce',
  params: PolicyParams,
  body: Type.Object({ note: Type.Optional(PolicyVersion.properties.note), ...announcedFile }),
  response: Type.Object({
    version: PolicyVersion,
    upload: Type.Object(
      { path: Type.String({ description: 'The path to upload the file to, as the only part, named file.' }) },
      { title: 'PolicyUpload' },
    ),
  }),
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: {
    policy_version_open: sentence`policy.version_unpublished: The policy already has an unpublished version; publish or withdraw it first.`,
  },
  async run(change, { params: { policyId }, body }) {
    const { note = null, ...announced } = body
    const file = readAnnounced(announced, change.settings)
    const policy = await policies.records.lock(change, policyId)
    requirePolicyInUse(policy.fields)
    const { number } = firstOrNotFound(await change.read(findLastPolicyNumber, { policyId }), 'policy')
    change.tx.write(requireRoom, { byteSize: file.byteSize })
    const initial = { status: 'awaiting_file', artifactId: null, uploadedBy: null } as const
    const unpublished = { publishedBy: null, publishedAt: null }
    const values = { policyId, number: number + 1, note, ...file, ...initial, ...unpublished }
    const row = policyVersionRecords.insert(change, values, {})
    const { content } = await recordPolicyContributor(change, row.id)
    change.audit(row.id, { after: row.record, content })
    return { version: row.fields, upload: { path: `/api/workspace/policy-versions/${row.id}/file` } }
  },
})
