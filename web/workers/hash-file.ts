import type { Hashing } from './hash-file-worker.ts'

interface Options {
  readonly signal: AbortSignal
  readonly onProgress: (bytes: number) => void
}

/**
 * SHA-256 of a file, hexadecimal, computed in a worker, so that the page goes on.
 * Throws when the file can no longer be read, and the signal's reason when it is aborted.
 */
export const hashFile = (file: Blob, { signal, onProgress }: Options): Promise<string> =>
  new Promise<string>((resolve, reject) => {
    signal.throwIfAborted()
    const worker = new Worker(new URL('./hash-file-worker.ts', import.meta.url), { type: 'module' })
    const end = () => {
      worker.terminate()
      signal.removeEventListener('abort', onAbort)
    }
    const onAbort = () => {
      end()
      reject(signal.reason)
    }
    signal.addEventListener('abort', onAbort)
    const fail = () => {
      end()
      reject(new Error('unreadable'))
    }
    worker.onerror = fail
    worker.onmessage = ({ data }: MessageEvent<Hashing>) => {
      if (data.kind === 'progress') return onProgress(data.bytes)
      if (data.kind === 'failed') return fail()
      end()
      resolve(data.digest)
    }
    worker.postMessage(file)
  })
