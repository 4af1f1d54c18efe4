import { askWorker } from './ask-worker.ts'
import type { Hashing } from './hash-file-worker.ts'

interface Options {
  readonly signal: AbortSignal
  readonly onProgress: (bytes: number) => void
}

/**
 * SHA-256 of a file, hexadecimal, computed in a worker, so that the page goes on.
 * Throws when the file can no longer be read, and the signal's reason when it is aborted.
 */
export const hashFile = (file: Blob, { signal, onProgress }: Options): Promise<string> => {
  const broken = () => new Error('unreadable')
  return askWorker(() => new Worker(new URL('./hash-file-worker.ts', import.meta.url), { type: 'module' }), {
    message: file,
    signal,
    broken,
    read(data: Hashing) {
      if (data.kind === 'failed') return { failure: broken() }
      if (data.kind !== 'progress') return { result: data.digest }
      onProgress(data.bytes)
      return undefined
    },
  })
}
