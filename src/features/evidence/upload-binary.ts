import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { Rendered } from '#api/answer.ts'
import { discardBody } from '#api/body.ts'
import type { Change } from '#api/call.ts'
import { type CommittingCall, committing } from '#api/endpoint.ts'
import { notFound, oneOr404, Refusal } from '#api/errors.ts'
import { type FilePart, MultipartError, readSingleFilePart } from '#api/multipart.ts'
import { readRecord } from '#api/record.ts'
import { Reference } from '#api/schema.ts'
import { discardBlob, keepStaged, lockStaged, stageBlob } from '#api/stage-blob.ts'
import type { ReceivedBlob, StagedBlob } from '#lib/blob-store.ts'
import { iso } from '#lib/clock.ts'
import { reachedUploadStep } from '#lib/storage-steps.ts'
import { Attachment, attachmentEvents, renderAttachment, renderUploadIntent, UploadIntent } from './attachment.ts'
import {
  completeUploadIntent,
  findAttachmentLink,
  findUploadIntent,
  insertArtifact,
  insertAttachmentLink,
  lockUploadIntent,
} from './attachment-queries.ts'
import { takesFiles } from './claim.ts'
import { inlinePreviewAllowed } from './inline-preview.ts'
import { noteMakers } from './note-makers.ts'
import { lockClaim } from './queries.ts'
import { reportStorageAway } from './report-storage-away.ts'

const differs = (what: string) =>
  new Refusal('unprocessable', `The upload differs from its intent in ${what}; nothing was stored.`)

const expired = () => new Refusal('unprocessable', 'The upload intent has expired; create a new one.')

interface Target {
  readonly claimId: string
  readonly intentId: string
}

interface FoundIntent {
  readonly intent: UploadIntent
  readonly isRetained: boolean
}

const findIntent = async (call: CommittingCall, { claimId, intentId }: Target): Promise<FoundIntent> => {
  const [row] = await call.read(findUploadIntent, { id: intentId })
  if (!row || row.claim_id !== claimId) throw notFound('upload intent')
  return { intent: readRecord(UploadIntent, row.record), isRetained: row.is_retained }
}

const checkOpen = ({ status, expiresAt }: UploadIntent, now: number): void => {
  if (status === 'expired' || (status === 'pending' && Date.parse(expiresAt) <= now)) throw expired()
}

const checkHeader = (part: FilePart, intent: UploadIntent): void => {
  if (!part.filenameCandidates.includes(intent.originalFilename)) throw differs('the file name')
  if (part.contentType.toLowerCase() !== intent.contentType.toLowerCase()) throw differs('the content type')
}

const checkContent = (blob: ReceivedBlob, intent: UploadIntent): void => {
  if (blob.byteSize !== intent.byteSize) throw differs('size')
  if (blob.sha256 !== intent.checksumSha256) throw differs('the checksum')
}

interface Staged {
  readonly blob: StagedBlob
  readonly intent: UploadIntent
  readonly inlinePreviewAllowed: boolean
}

// The winner of parallel uploads attaches; the others find the intent completed and get its attachment.
const attach = async (
  change: Change,
  { blob, intent, inlinePreviewAllowed }: Staged,
  kept: () => void,
): Promise<Rendered> => {
  const { now, ids, tx } = change
  const claims = tx.ask(lockClaim, { id: intent.claimId })
  const intents = tx.ask(lockUploadIntent, { id: intent.id })
  const isStaged = await lockStaged(change, blob)
  const [[claim], [row]] = [claims(), intents()]
  if (!claim || !row) throw notFound('upload intent')
  if (!isStaged) throw new Refusal('unavailable', 'The upload took too long.', { headers: { 'retry-after': '1' } })
  if (row.status === 'completed' && row.link_id) return firstAttachment(change, row.link_id)
  if (row.status === 'expired' || row.expires_at.getTime() <= now) throw expired()
  if (!takesFiles(claim))
    throw new Refusal('unprocessable', `The claim is ${claim.status}; files are attached while it is submitted.`)
  await noteMakers(change, { ...claim, id: intent.claimId })
  const { id, status: _, expiresAt: __, ...file } = intent
  const attachment: Attachment = {
    ...file,
    linkId: ids.next('arl', now),
    artifactId: ids.next('art', now),
    status: 'active',
    createdAt: iso(now),
  }
  const record = renderAttachment(attachment)
  const { linkId, artifactId, claimId } = attachment
  tx.write(insertArtifact, {
    id: artifactId,
    blobKey: blob.key,
    byteSize: blob.byteSize,
    checksumSha256: blob.sha256,
    inlinePreviewAllowed,
  })
  tx.write(insertAttachmentLink, { id: linkId, claimId, artifactId, record })
  const completed = renderUploadIntent({ ...intent, status: 'completed' })
  tx.write(completeUploadIntent, { id, linkId, record: completed })
  keepStaged(change, blob, kept)
  change.emit(attachmentEvents.created, { attachment: record })
  const { reason } = row
  const content = { byteSize: blob.byteSize, checksumSha256: blob.sha256, inlinePreviewAllowed }
  change.audit(artifactId, { after: record, content, reason })
  const used = { before: row.record, after: completed, content: { linkId, reason } }
  change.audit(id, { action: 'evidence.upload_intent.complete', ...used, reason })
  return new Rendered(`{"attachment":${record}}`)
}

const firstAttachment = async (change: Change, linkId: string): Promise<Rendered> => {
  const link = oneOr404(await change.read(findAttachmentLink, { id: linkId }), 'attachment')
  return new Rendered(`{"attachment":${link.record}}`, 200)
}

const refusalOf = (error: unknown): unknown => {
  if (error instanceof MultipartError) {
    if (error.status === 422) return differs('size')
    const ids = { 400: 'invalid_request', 413: 'payload_too_large', 415: 'unsupported_media_type' } as const
    return new Refusal(ids[error.status], `The upload is refused: ${error.message}.`)
  }
  return error
}

// With a key the whole file is read, since the key belongs to it.
const readPart = ({ incoming, settings, idempotencyKey }: CommittingCall, intent?: UploadIntent): Promise<FilePart> =>
  readSingleFilePart(incoming.stream, incoming.contentType, {
    maxBytes: settings.maxUploadBytes,
    ...(intent && !idempotencyKey && { announcedBytes: intent.byteSize }),
  })

// The part's header takes 8 KiB at most, its delimiters less.
const maxOverhead = 16 * 1024

// Before a byte is read: a body above the limit for any file is refused, whatever its intent says.
const checkLength = ({ incoming: { stream }, settings: { maxUploadBytes } }: CommittingCall): void => {
  if (Number(stream.headers['content-length'] ?? 0) > maxUploadBytes + maxOverhead)
    throw new Refusal('payload_too_large', `The upload is refused: the file is larger than ${maxUploadBytes} bytes.`)
}

// A key belongs to the file that it was sent with (open points "Idempotency"), so with a key even a refused file is
// read.
const digestRefused = async (call: CommittingCall, part: FilePart | undefined): Promise<string> => {
  if (!call.idempotencyKey) return ''
  const hash = createHash('sha256')
  try {
    const { bytes } = part ?? (await readPart(call))
    for await (const chunk of bytes) hash.update(chunk)
    return hash.digest('hex')
  } catch (error) {
    if (error instanceof MultipartError) return ''
    throw error
  }
}

type Received = { readonly staged: Staged } | { readonly refusal: Refusal; readonly fingerprint: string }

/** The received file, or its refusal: both are answered, stored under the key and audited alike. */
const receive = async (call: CommittingCall, target: Target): Promise<Received> => {
  let part: FilePart | undefined
  let arrived: ReceivedBlob | undefined
  let blob: StagedBlob | undefined
  try {
    const { intent, isRetained } = await findIntent(call, target)
    checkOpen(intent, call.now)
    part = await readPart(call, intent)
    checkHeader(part, intent)
    const check = (received: ReceivedBlob) => {
      arrived = received
      call.metrics.uploadBytes.inc(received.byteSize)
      checkContent(received, intent)
    }
    blob = await stageBlob(call, part.bytes, { check, isRetained })
    return { staged: { blob, intent, inlinePreviewAllowed: await inlinePreviewAllowed(intent.contentType, blob.head) } }
  } catch (error) {
    if (blob) await discardBlob(call, blob.key)
    await reportStorageAway(call, error)
    const refusal = refusalOf(error)
    if (!(refusal instanceof Refusal) || refusal.status >= 500) throw refusal
    const unread = refusal === error && !arrived
    return { refusal, fingerprint: unread ? await digestRefused(call, part) : (arrived?.sha256 ?? '') }
  } finally {
    // The answer may precede the end of the body; at an upload's pace, all of it may still arrive.
    discardBody(call.incoming.stream, call.settings.maxUploadBytes)
  }
}

const Uploaded = Type.Object({ attachment: Attachment })

/** Interface sections 3.4 and 4.2; open points "Attachments". The intent carries the reason. */
export const uploadBinary = committing({
  name: 'uploadBinary',
  summary: 'Upload the announced file as the only part, named file',
  tag: 'Attachments',
  method: 'POST',
  v1: { path: '/governance/evidence/attachments/upload-binary', scope: 'governance.evidence:write' },
  workspace: { path: '/attachments/upload-binary', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'evidence.attachment.upload',
  reason: false,
  accepts: 'multipart',
  query: Type.Object({ claimId: Reference('gec'), intentId: Reference('aui') }),
  response: Uploaded,
  also: { 200: Uploaded },
  errors: ['not_found', 'payload_too_large', 'unsupported_media_type', 'unprocessable'],
  async run(call, { query }) {
    checkLength(call)
    const received = await receive(call, query)
    if ('refusal' in received) {
      return call.commit(received.fingerprint, async () => {
        throw received.refusal
      })
    }
    const { staged } = received
    let isKept = false
    const kept = () => {
      isKept = true
    }
    try {
      const answer = await call.commit(staged.blob.sha256, change => attach(change, staged, kept))
      reachedUploadStep('attached')
      return answer
    } finally {
      if (!isKept) await discardBlob(call, staged.blob.key)
    }
  },
})
