import { Type } from 'typebox'
import type { Change } from '#http/call.ts'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { uploadTooSlow } from '#http/sentences.ts'
import { lockStaged } from '#shared/stage-blob.ts'
import { recordArtifact } from '#src/features/evidence/attachments/attach-file.ts'
import { type ExpectedFile, receiveFile, type StagedFile } from '#src/features/evidence/attachments/receive-file.ts'
import { recordPolicyContributor } from './four-eyes.ts'
import { nextPolicyStatus } from './move-version.ts'
import { policies, policyTag, requirePolicyInUse } from './policy.ts'
import { findPolicyVersion } from './policy-queries.ts'
import { PolicyVersion, policyVersionRecords } from './policy-version.ts'

const findAnnounced = async (call: CommittingCall, id: string): Promise<ExpectedFile<PolicyVersion>> => {
  const { record } = firstOrNotFound(await call.read(findPolicyVersion, { id }), 'policy version')
  const file = readRecord(PolicyVersion, record)
  nextPolicyStatus(file, 'upload')
  return { file, isRetained: false }
}

const attach = async (
  change: Change,
  staged: StagedFile<PolicyVersion>,
  onCommitted: () => void,
): Promise<Rendered> => {
  requirePolicyInUse((await policies.records.lock(change, staged.file.policyId)).fields)
  const current = await policyVersionRecords.lock(change, staged.file.id)
  const status = nextPolicyStatus(current.fields, 'upload')
  if (!(await lockStaged(change, staged.blob)))
    throw new Refusal('unavailable', uploadTooSlow, {
      headers: { 'retry-after': '1' },
    })
  const { id: artifactId, content: file } = recordArtifact(change, staged, onCommitted)
  const changed = policyVersionRecords.update(change, current, { status, artifactId, uploadedBy: change.actor.id })
  const { content } = await recordPolicyContributor(change, current.id)
  change.audit(artifactId, { content: file })
  change.audit(current.id, { before: current.record, after: changed.record, content })
  return new Rendered(changed.record)
}

/** Uploads a policy file in the same way as evidence. The reason comes from the announcement. */
export const uploadPolicyFile = commitEndpoint({
  name: 'uploadPolicyFile',
  summary: 'Upload the file of an announced version, as the only part, named file',
  tag: policyTag,
  method: 'POST',
  workspace: { path: '/policy-versions/{versionId}/file', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'policy.version.upload',
  reason: false,
  accepts: 'multipart',
  params: Type.Object({ versionId: Reference('gpv') }),
  response: PolicyVersion,
  errors: ['not_found', 'payload_too_large', 'unsupported_media_type', 'unprocessable'],
  needs: ['blobs', 'malwareScanner'],
  run: (call, { params: { versionId } }) => receiveFile(call, { expect: () => findAnnounced(call, versionId), attach }),
})
