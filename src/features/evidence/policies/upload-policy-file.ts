import { Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import type { Change } from '#http/call.ts'
import { type CommittingCall, committing } from '#http/endpoint.ts'
import { oneOr404, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Reference } from '#http/schema.ts'
import { uploadTooSlow } from '#http/sentences.ts'
import { lockStaged } from '#shared/stage-blob.ts'
import { keepArtifact } from '#src/features/evidence/attach-file.ts'
import { type Expected, receiveFile, type Staged } from '#src/features/evidence/receive-file.ts'
import { recordPolicyContributor } from './four-eyes.ts'
import { nextOf } from './move-version.ts'
import { policies, policyTag, requirePolicyInUse } from './policy.ts'
import { findPolicyVersion } from './policy-queries.ts'
import { PolicyVersion, policyVersionRecords } from './policy-version.ts'

const findAnnounced = async (call: CommittingCall, id: string): Promise<Expected<PolicyVersion>> => {
  const { record } = oneOr404(await call.read(findPolicyVersion, { id }), 'policy version')
  const file = readRecord(PolicyVersion, record)
  nextOf(file, 'upload')
  return { file, isRetained: false }
}

const attach = async (change: Change, staged: Staged<PolicyVersion>, kept: () => void): Promise<Rendered> => {
  requirePolicyInUse((await policies.records.lock(change, staged.file.policyId)).fields)
  const present = await policyVersionRecords.lock(change, staged.file.id)
  const status = nextOf(present.fields, 'upload')
  if (!(await lockStaged(change, staged.blob)))
    throw new Refusal('unavailable', uploadTooSlow, {
      headers: { 'retry-after': '1' },
    })
  const { id: artifactId, content: file } = keepArtifact(change, staged, kept)
  const changed = policyVersionRecords.update(change, present, { status, artifactId, uploadedBy: change.actor.id })
  const { content } = await recordPolicyContributor(change, present.id)
  change.audit(artifactId, { content: file })
  change.audit(present.id, { before: present.record, after: changed.record, content })
  return new Rendered(changed.record)
}

/** Like an upload of evidence. The announcement carries the reason. */
export const uploadPolicyFile = committing({
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
