import { createHash } from 'node:crypto'
import { discardBody } from '#http/body.ts'
import type { Change, Provided } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { type FilePart, MultipartError, readSingleFilePart } from '#http/multipart.ts'
import type { Rendered } from '#http/rendered.ts'
import type { ReceivedBlob, StagedBlob } from '#lib/blob-store.ts'
import { isSameMediaType } from '#lib/media-type.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { discardBlob, stageBlob } from '#shared/stage-blob.ts'
import { requireClean } from './examine-upload.ts'
import { inlinePreviewAllowed } from './inline-preview.ts'
import { reportStorageOutage } from './report-storage-outage.ts'

/** A file as its intent announces it. */
export interface AnnouncedFile {
  readonly originalFilename: string
  readonly contentType: string
  readonly byteSize: number
  readonly checksumSha256: string
}

/** The file that an upload must deliver. */
export interface ExpectedFile<File extends AnnouncedFile> {
  readonly file: File
  /** Whether the file has a retention period. */
  readonly isRetained: boolean
}

/** A file whose bytes are stored but which has no record yet. */
export interface StagedFile<File extends AnnouncedFile> {
  readonly blob: StagedBlob
  readonly file: File
  readonly inlinePreviewAllowed: boolean
}

const mismatch = (about: Sentence) => new Refusal('unprocessable', about)
const sizeDiffers = sentence`upload.other_size: The size of the upload differs from its intent; nothing was stored. Send the announced file, or create a new intent.`

const checkHeader = (part: FilePart, file: AnnouncedFile): void => {
  const { filenameCandidates: names, contentType } = part
  if (!names.includes(file.originalFilename))
    throw mismatch(
      sentence`upload.other_name: The file name of the upload differs from its intent: the part has ${{ name: JSON.stringify(names[0]) }}. Nothing was stored; send the name of the intent in UTF-8.`,
    )
  if (!isSameMediaType(contentType, file.contentType))
    throw mismatch(
      sentence`upload.other_type: The content type of the upload differs from its intent: the part has ${{ type: JSON.stringify(contentType) }}. Nothing was stored; send the type of the intent.`,
    )
}

const checkContent = (blob: ReceivedBlob, file: AnnouncedFile): void => {
  if (blob.byteSize !== file.byteSize) throw mismatch(sizeDiffers)
  if (blob.sha256 !== file.checksumSha256)
    throw mismatch(
      sentence`upload.other_checksum: The checksum of the upload differs from its intent; nothing was stored. Send the announced file, or create a new intent.`,
    )
}

const toRefusal = (error: unknown): unknown => {
  if (error instanceof MultipartError) {
    if (error.status === 422) return mismatch(sizeDiffers)
    const ids = { 400: 'invalid_request', 413: 'payload_too_large', 415: 'unsupported_media_type' } as const
    return new Refusal(
      ids[error.status],
      sentence`upload.rejected: The upload was rejected: ${{ why: error.message }}.`,
    )
  }
  return error
}

// With an idempotency key, reads the whole file, because the key covers its bytes.
const readPart = ({ incoming, settings, idempotencyKey }: CommittingCall, file?: AnnouncedFile): Promise<FilePart> =>
  readSingleFilePart(incoming.stream, incoming.contentType, {
    maxBytes: settings.maxUploadBytes,
    ...(file && !idempotencyKey && { announcedBytes: file.byteSize }),
  })

// In bytes. The part's header takes at most 8 KiB, and its delimiters take less.
const maxOverhead = 16 * 1024

// Runs before any byte is read. Rejects a body above the install's limit, regardless of the announced size.
const checkLength = ({ incoming: { stream }, settings: { maxUploadBytes } }: CommittingCall): void => {
  if (Number(stream.headers['content-length'] ?? 0) > maxUploadBytes + maxOverhead)
    throw new Refusal(
      'payload_too_large',
      sentence`upload.too_large: The file is larger than ${{ maxUploadBytes }} bytes, the limit of this install; send a smaller one.`,
    )
}

// An idempotency key covers the file sent with it (open points "Idempotency"). With a key, even a rejected file is
// therefore read to its end.
const digestRejected = async (call: CommittingCall, part: () => Promise<FilePart>): Promise<string> => {
  if (!call.idempotencyKey) return ''
  const hash = createHash('sha256')
  try {
    const { bytes } = await part()
    for await (const chunk of bytes) hash.update(chunk)
    return hash.digest('hex')
  } catch (error) {
    if (error instanceof MultipartError) return ''
    throw error
  }
}

/** An upload being received, with the data available in each state. */
type Upload =
  /** Before all bytes of the file have arrived. `part` returns the part, and reads its header if needed. */
  | { readonly state: 'header'; readonly part: () => Promise<FilePart> }
  | { readonly state: 'arrived'; readonly blob: ReceivedBlob }
  | { readonly state: 'staged'; readonly blob: StagedBlob }

/** Returns the digest that the idempotency key covers; empty for a body that cannot be read as a file. */
const readFingerprint = async (call: CommittingCall, upload: Upload, isReadable: boolean): Promise<string> => {
  if (upload.state !== 'header') return upload.blob.sha256
  return isReadable ? digestRejected(call, upload.part) : ''
}

type UploadCall = CommittingCall & Provided<'blobs' | 'malwareScanner'>

/** Stores the file if the scanner finds it clean. Calls `onArrived` when all bytes have arrived. */
const stagePart = async (
  call: UploadCall,
  { bytes }: FilePart,
  { file, isRetained }: ExpectedFile<AnnouncedFile>,
  onArrived: (blob: ReceivedBlob) => void,
): Promise<StagedBlob> => {
  const examination = call.malwareScanner.examine(bytes)
  const check = async (received: ReceivedBlob) => {
    onArrived(received)
    call.metrics.uploadBytes.inc(received.byteSize)
    checkContent(received, file)
    await requireClean(call, examination)
  }
  try {
    return await stageBlob(call, examination.bytes, { check, isRetained })
  } finally {
    examination.close()
  }
}

type Received<File extends AnnouncedFile> =
  | { readonly staged: StagedFile<File> }
  | { readonly refusal: Refusal; readonly fingerprint: string }

/** Receives the file, or returns its refusal. Both are sent, stored under the idempotency key and audited alike. */
const receive = async <File extends AnnouncedFile>(
  call: UploadCall,
  expect: () => Promise<ExpectedFile<File>>,
): Promise<Received<File>> => {
  let upload: Upload = { state: 'header', part: () => readPart(call) }
  try {
    const expected = await expect()
    const { file } = expected
    const part = await readPart(call, file)
    upload = { state: 'header', part: async () => part }
    checkHeader(part, file)
    const blob = await stagePart(call, part, expected, received => {
      upload = { state: 'arrived', blob: received }
    })
    upload = { state: 'staged', blob }
    return { staged: { blob, file, inlinePreviewAllowed: await inlinePreviewAllowed(file.contentType, blob.head) } }
  } catch (error) {
    if (upload.state === 'staged') await discardBlob(call, upload.blob.key)
    await reportStorageOutage(call, error)
    const refusal = toRefusal(error)
    if (!(refusal instanceof Refusal) || refusal.status >= 500) throw refusal
    return { refusal, fingerprint: await readFingerprint(call, upload, refusal === error) }
  } finally {
    // The response may precede the end of the body. Let the rest arrive at the pace of an upload.
    discardBody(call.incoming.stream, call.settings.maxUploadBytes)
  }
}

interface UploadSteps<File extends AnnouncedFile> {
  /** Finds the announced file, or throws a refusal. */
  readonly expect: () => Promise<ExpectedFile<File>>
  /** Records the file. Must call `onCommitted` once the record is known to be committed. */
  readonly attach: (change: Change, staged: StagedFile<File>, onCommitted: () => void) => Promise<Rendered>
}

/** Receives an announced file as the only part of a multipart body. Records it, or leaves nothing stored. */
export const receiveFile = async <File extends AnnouncedFile>(
  call: UploadCall,
  { expect, attach }: UploadSteps<File>,
): Promise<Rendered> => {
  checkLength(call)
  const received = await receive(call, expect)
  if ('refusal' in received) {
    return call.commit(received.fingerprint, async () => {
      throw received.refusal
    })
  }
  const { staged } = received
  let isCommitted = false
  const onCommitted = () => {
    isCommitted = true
  }
  try {
    return await call.commit<never>(staged.blob.sha256, change => attach(change, staged, onCommitted))
  } finally {
    if (!isCommitted) await discardBlob(call, staged.blob.key)
  }
}
