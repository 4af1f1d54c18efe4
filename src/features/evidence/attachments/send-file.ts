import { Streamed } from '#http/answer.ts'
import type { Call, Provided } from '#http/call.ts'
import { BlobMissing, type OpenedCopy } from '#lib/blob-store.ts'
import { doubt, readCopies } from '#shared/blob-copy.ts'
import { recordSecurityEvent } from '#shared/security-event.ts'
import { contentStream, type FileContent } from './content-stream.ts'
import { reportStorageAway } from './report-storage-away.ts'

const events = {
  storageOperationsDigestMismatch: 'stored_file_differs',
  storageOperationsObjectMissing: 'stored_file_missing',
} as const

const report = (call: Call, type: keyof typeof events, resourceId: string) => {
  const { log, organizationId: organization, requestId } = call
  log.error({ event: events[type], organization, record: resourceId, requestId })
  return recordSecurityEvent(call, call.organizationId, {
    type,
    context: { resourceId, requestId },
  })
}

/** The columns of a stored file. */
export interface StoredFileRow {
  record: string
  byte_size: number
  checksum_sha256: string
  inline_preview_allowed: boolean
  copies: string | null
}

interface Sending extends Pick<FileContent, 'as' | 'beside'> {
  readonly artifactId: string
}

/** Sends the bytes of a file as base64 (`contentStream`). Records a security event if they are not the stored ones. */
export const sendFile = async (
  call: Call & Provided<'blobs'>,
  found: StoredFileRow,
  { artifactId, ...shown }: Sending,
): Promise<Streamed> => {
  const { organizationId } = call
  const copies = readCopies(found.copies)
  const wrong = new Set<string>()
  let opened: OpenedCopy | undefined
  const open = async (): Promise<OpenedCopy> => {
    opened = await call.blobs.read(
      organizationId,
      copies.filter(({ objectKey }) => !wrong.has(objectKey)),
    )
    return opened
  }
  const openAnother = async (): Promise<OpenedCopy | undefined> => {
    await report(call, 'storageOperationsDigestMismatch', artifactId)
    if (!opened) return undefined
    wrong.add(opened.objectKey)
    await doubt(call, organizationId, opened.objectKey)
    return wrong.size < copies.length ? open() : undefined
  }
  try {
    const { contentLength, body } = contentStream({
      ...shown,
      record: found.record,
      byteSize: found.byte_size,
      sha256: found.checksum_sha256,
      inlinePreviewAllowed: found.inline_preview_allowed,
      source: await open(),
      onMismatch: openAnother,
    })
    return new Streamed(contentLength, body)
  } catch (error) {
    if (error instanceof BlobMissing) await report(call, 'storageOperationsObjectMissing', artifactId)
    await reportStorageAway(call, error)
    throw error
  }
}
