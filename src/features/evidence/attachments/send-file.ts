import type { Call, Provided } from '#http/call.ts'
import { Streamed } from '#http/rendered.ts'
import { BlobMissing, type OpenedCopy } from '#lib/blob-store.ts'
import { markSuspect, readCopies } from '#shared/blob-copy.ts'
import { recordSecurityEvent } from '#shared/security-event.ts'
import { contentStream, type FileContent } from './content-stream.ts'
import { reportStorageOutage } from './report-storage-outage.ts'

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

/** The columns needed to send a stored file. */
export interface StoredFileRow {
  record: string
  byte_size: number
  checksum_sha256: string
  inline_preview_allowed: boolean
  copies: string | null
}

interface SendOptions extends Pick<FileContent, 'as' | 'beside'> {
  readonly artifactId: string
}

/** Sends a file's bytes as base64 (`contentStream`). Records a security event if they are missing or damaged. */
export const sendFile = async (
  call: Call & Provided<'blobs'>,
  file: StoredFileRow,
  { artifactId, ...fields }: SendOptions,
): Promise<Streamed> => {
  const { organizationId } = call
  const copies = readCopies(file.copies)
  const damaged = new Set<string>()
  let opened: OpenedCopy | undefined
  const open = async (): Promise<OpenedCopy> => {
    opened = await call.blobs.read(
      organizationId,
      copies.filter(({ objectKey }) => !damaged.has(objectKey)),
    )
    return opened
  }
  const openAnother = async (): Promise<OpenedCopy | undefined> => {
    await report(call, 'storageOperationsDigestMismatch', artifactId)
    if (!opened) return undefined
    damaged.add(opened.objectKey)
    await markSuspect(call, organizationId, opened.objectKey)
    return damaged.size < copies.length ? open() : undefined
  }
  try {
    const { contentLength, body } = contentStream({
      ...fields,
      record: file.record,
      byteSize: file.byte_size,
      sha256: file.checksum_sha256,
      inlinePreviewAllowed: file.inline_preview_allowed,
      source: await open(),
      onMismatch: openAnother,
    })
    return new Streamed(contentLength, body)
  } catch (error) {
    if (error instanceof BlobMissing) await report(call, 'storageOperationsObjectMissing', artifactId)
    await reportStorageOutage(call, error)
    throw error
  }
}
