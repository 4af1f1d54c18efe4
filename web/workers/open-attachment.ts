import { askWorker } from './ask-worker.ts'
import type { Opened, Opening } from './open-attachment-worker.ts'

export type { Opened } from './open-attachment-worker.ts'

interface Wanted {
  readonly claimId: string
  readonly artifactId: string
}

const places = { workspace: '/api/workspace/attachments/open', room: '/api/room/files/open' } as const

/**
 * Reads a file that is answered as base64, decodes and hashes it in a worker: 100 MB of base64 would stop the page for
 * seconds. Throws the envelope of a refusal, a TypeError when the answer broke off.
 */
export const openFile = (path: string, signal: AbortSignal): Promise<Opened> => {
  const broken = () => new TypeError('the file could not be read')
  return askWorker(() => new Worker(new URL('./open-attachment-worker.ts', import.meta.url), { type: 'module' }), {
    message: path,
    signal,
    broken,
    read(data: Opening) {
      if (data.kind === 'broken') return { failure: broken() }
      return data.kind === 'refused' ? { failure: data.envelope } : { result: data.opened }
    },
  })
}

/** Reads an attachment of a claim, in the workspace or as a guest of a room. */
export const openAttachment = (
  { claimId, artifactId }: Wanted,
  signal: AbortSignal,
  at: keyof typeof places = 'workspace',
): Promise<Opened> => openFile(`${places[at]}?${new URLSearchParams({ claimId, artifactId })}`, signal)
