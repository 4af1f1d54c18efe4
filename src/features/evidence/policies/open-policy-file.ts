import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { FileBytes } from '#src/features/evidence/attachments/open-attachment.ts'
import { sendFile } from '#src/features/evidence/attachments/send-file.ts'
import { policyTag } from './policy.ts'
import { findVersionFile } from './policy-queries.ts'
import { PolicyVersion } from './policy-version.ts'
import { createReceipt } from './receipt.ts'

const Content = Type.Object(
  {
    ...FileBytes,
    receipt: Type.String({
      description: 'Proves that the caller received the whole file; required to acknowledge it.',
    }),
  },
  { title: 'PolicyFileContent' },
)

/** Streams the file like an attachment of a claim, and completes the response only if the digest matches. */
export const openPolicyFile = readEndpoint({
  name: 'openPolicyFile',
  summary: "Get the bytes of a policy version's file as base64",
  tag: policyTag,
  workspace: { path: '/policy-versions/{versionId}/file', roles: [...roles] },
  params: Type.Object({ versionId: Reference('gpv') }),
  response: Type.Object({ version: PolicyVersion, content: Content }),
  errors: ['not_found', 'unavailable'],
  needs: ['blobs'],
  async run(call, { params: { versionId: id } }) {
    const file = firstOrNotFound(await call.read(findVersionFile, { id }), 'policy file')
    const beside = { receipt: createReceipt(call, id) }
    return sendFile(call, file, { as: 'version', artifactId: file.artifact_id, beside })
  },
})
