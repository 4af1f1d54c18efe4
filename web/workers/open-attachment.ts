import { askWorker } from './ask-worker.ts'
import type { FileContent, OpenMessage } from './open-attachment-worker.ts'

export type { FileContent } from './open-attachment-worker.ts'

interface AttachmentKey {
  readonly claimId: string
  readonly artifactId: string
}

const paths = { workspace: '/api/workspace/attachments/open', room: '/api/room/files/open' } as const

/**
 * Reads a file, which the server sends as base64, and hashes it. Decoding 100 MB would block the page for seconds, so a
 * worker does it. Throws the server's error envelope, or a TypeError if the response is cut off.
 */
export const openFile = (path: string, signal: AbortSignal): Promise<FileContent> => {
  const crashError = () => new TypeError('the file could not be read')
  return askWorker(() => new Worker(new URL('./open-attachment-worker.ts', import.meta.url), { type: 'module' }), {
    message: path,
    signal,
    crashError,
    interpret(data: OpenMessage) {
      if (data.kind === 'broken') return { failure: crashError() }
      return data.kind === 'rejected' ? { failure: data.envelope } : { result: data.content }
    },
  })
}

/** Reads an attachment of a claim, in the workspace or as a guest of a room. */
export const openAttachment = (
  { claimId, artifactId }: AttachmentKey,
  signal: AbortSignal,
  area: keyof typeof paths = 'workspace',
): Promise<FileContent> => openFile(`${paths[area]}?${new URLSearchParams({ claimId, artifactId })}`, signal)
