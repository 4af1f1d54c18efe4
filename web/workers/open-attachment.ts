import type { Opened, Opening } from './open-attachment-worker.ts'

export type { Opened } from './open-attachment-worker.ts'

interface Wanted {
  readonly claimId: string
  readonly artifactId: string
}

/**
 * Reads an attachment, decodes and hashes it in a worker: 100 MB of base64 would stop the page for seconds.
 * Throws the envelope of a refusal, a TypeError when the answer broke off.
 */
export const openAttachment = ({ claimId, artifactId }: Wanted, signal: AbortSignal): Promise<Opened> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const worker = new Worker(new URL('./open-attachment-worker.ts', import.meta.url), { type: 'module' })
    const end = () => {
      worker.terminate()
      signal.removeEventListener('abort', onAbort)
    }
    const onAbort = () => {
      end()
      reject(signal.reason)
    }
    signal.addEventListener('abort', onAbort)
    const broken = () => {
      end()
      reject(new TypeError('the attachment could not be read'))
    }
    worker.onerror = broken
    worker.onmessage = ({ data }: MessageEvent<Opening>) => {
      if (data.kind === 'broken') return broken()
      end()
      if (data.kind === 'refused') reject(data.envelope)
      else resolve(data.opened)
    }
    worker.postMessage(`/api/workspace/attachments/open?${new URLSearchParams({ claimId, artifactId })}`)
  })
