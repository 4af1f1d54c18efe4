import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { reading } from '#http/endpoint.ts'
import { oneOr404 } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { FileBytes } from '#src/features/evidence/attachments/open-attachment.ts'
import { sendFile } from '#src/features/evidence/attachments/send-file.ts'
import { receiptOf } from './opened.ts'
import { policyTag } from './policy.ts'
import { findVersionFile } from './policy-queries.ts'
import { PolicyVersion } from './policy-version.ts'

const Content = Type.Object(
  {
    ...FileBytes,
    receipt: Type.String({
      description: 'Proves that the reader received the whole file; required to acknowledge it.',
    }),
  },
  { title: 'PolicyFileContent' },
)

/** Like attachments of evidence: streamed, and the digest is checked before the answer is complete. */
export const openPolicyFile = reading({
  name: 'openPolicyFile',
  summary: 'Get the bytes of the file of a policy version as base64',
  tag: policyTag,
  workspace: { path: '/policy-versions/{versionId}/file', roles: [...roles] },
  params: Type.Object({ versionId: Reference('gpv') }),
  response: Type.Object({ version: PolicyVersion, content: Content }),
  errors: ['not_found', 'unavailable'],
  needs: ['blobs'],
  async run(call, { params: { versionId: id } }) {
    const found = oneOr404(await call.read(findVersionFile, { id }), 'policy file')
    const beside = { receipt: receiptOf(call, id) }
    return sendFile(call, found, { as: 'version', artifactId: found.artifact_id, beside })
  },
})
