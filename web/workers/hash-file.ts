import { askWorker } from './ask-worker.ts'
import type { HashMessage } from './hash-file-worker.ts'

interface Options {
  readonly signal: AbortSignal
  readonly onProgress: (bytes: number) => void
}

/**
 * Computes the SHA-256 of a file, in hexadecimal. Runs in a worker, so that the page stays responsive.
 * Throws if the file can no longer be read, and the signal's reason when aborted.
 */
export const hashFile = (file: Blob, { signal, onProgress }: Options): Promise<string> => {
  const crashError = () => new Error('unreadable')
  return askWorker(() => new Worker(new URL('./hash-file-worker.ts', import.meta.url), { type: 'module' }), {
    message: file,
    signal,
    crashError,
    interpret(data: HashMessage) {
      if (data.kind === 'failed') return { failure: crashError() }
      if (data.kind !== 'progress') return { result: data.digest }
      onProgress(data.bytes)
      return undefined
    },
  })
}
