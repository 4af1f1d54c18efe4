import { Type } from 'typebox'
import type { Change } from '#http/call.ts'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, notFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { uploadTooSlow } from '#http/sentences.ts'
import { sentence } from '#lib/sentence.ts'
import { reachedUploadStep } from '#lib/storage-steps.ts'
import { lockStaged } from '#shared/stage-blob.ts'
import { voidApprovals } from '#src/features/evidence/claims/approval.ts'
import { acceptsFiles } from '#src/features/evidence/claims/claim.ts'
import { lockClaim } from '#src/features/evidence/claims/queries.ts'
import { recordContributors } from '#src/features/evidence/claims/record-contributors.ts'
import { attachFile } from './attach-file.ts'
import { Attachment, renderUploadIntent, UploadIntent } from './attachment.ts'
import { completeUploadIntent, findAttachmentLink, findUploadIntent, lockUploadIntent } from './attachment-queries.ts'
import { type ExpectedFile, receiveFile, type StagedFile } from './receive-file.ts'
import { filesNeedSubmitted } from './sentences.ts'

const expiredRefusal = () =>
  new Refusal('unprocessable', sentence`upload.expired: The upload intent has expired; create a new one.`)

interface UploadQuery {
  readonly claimId: string
  readonly intentId: string
}

const checkOpen = ({ status, expiresAt }: UploadIntent, now: number): void => {
  if (status === 'expired' || (status === 'pending' && Date.parse(expiresAt) <= now)) throw expiredRefusal()
}

const findIntent = async (
  call: CommittingCall,
  { claimId, intentId }: UploadQuery,
): Promise<ExpectedFile<UploadIntent>> => {
  const [row] = await call.read(findUploadIntent, { id: intentId })
  if (!row || row.claim_id !== claimId) throw notFound('upload intent')
  const file = readRecord(UploadIntent, row.record)
  checkOpen(file, call.now)
  return { file, isRetained: row.is_retained }
}

// Of parallel uploads, the first attaches the file. The others find a completed intent and return its attachment.
const attach = async (change: Change, staged: StagedFile<UploadIntent>, onCommitted: () => void): Promise<Rendered> => {
  const { now, tx } = change
  const { blob, file: intent } = staged
  const claims = tx.ask(lockClaim, { id: intent.claimId })
  const intents = tx.ask(lockUploadIntent, { id: intent.id })
  const isStaged = await lockStaged(change, blob)
  const [[claim], [row]] = [claims(), intents()]
  if (!claim || !row) throw notFound('upload intent')
  if (!isStaged)
    throw new Refusal('unavailable', uploadTooSlow, {
      headers: { 'retry-after': '1' },
    })
  if (row.status === 'completed' && row.link_id) return renderFirstAttachment(change, row.link_id)
  if (row.status === 'expired' || row.expires_at.getTime() <= now) throw expiredRefusal()
  if (!acceptsFiles(claim)) throw new Refusal('unprocessable', filesNeedSubmitted(claim.status))
  await recordContributors(change, { ...claim, id: intent.claimId })
  const { reason } = row
  const { linkId, record } = attachFile(change, staged, { claimId: intent.claimId, reason, onCommitted })
  await voidApprovals(change, { ...claim, id: intent.claimId })
  const completed = renderUploadIntent({ ...intent, status: 'completed' })
  tx.write(completeUploadIntent, { id: intent.id, linkId, record: completed })
  const intentChange = { before: row.record, after: completed, content: { linkId, reason } }
  change.audit(intent.id, { action: 'evidence.upload_intent.complete', ...intentChange, reason })
  return new Rendered(`{"attachment":${record}}`)
}

const renderFirstAttachment = async (change: Change, linkId: string): Promise<Rendered> => {
  const link = firstOrNotFound(await change.read(findAttachmentLink, { id: linkId }), 'attachment')
  return new Rendered(`{"attachment":${link.record}}`, 200)
}

const UploadResponse = Type.Object({ attachment: Attachment })

/** Uploads an announced file (interface sections 3.4 and 4.2; open points "Attachments"). The intent has its reason. */
export const uploadBinary = commitEndpoint({
  name: 'uploadBinary',
  summary: 'Upload the announced file, as the only part, named file',
  tag: 'Attachments',
  method: 'POST',
  v1: { path: '/governance/evidence/attachments/upload-binary', scope: 'governance.evidence:write' },
  workspace: { path: '/attachments/upload-binary', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'evidence.attachment.upload',
  reason: false,
  accepts: 'multipart',
  query: Type.Object({ claimId: Reference('gec'), intentId: Reference('aui') }),
  response: UploadResponse,
  also: { 200: UploadResponse },
  errors: ['not_found', 'payload_too_large', 'unsupported_media_type', 'unprocessable'],
  needs: ['blobs', 'malwareScanner'],
  async run(call, { query }) {
    const response = await receiveFile(call, { expect: () => findIntent(call, query), attach })
    reachedUploadStep('attached')
    return response
  },
})
