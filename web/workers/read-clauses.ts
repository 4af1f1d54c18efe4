import type { ReadClauses } from '#client/import/clauses.ts'
import { askWorker } from './ask-worker.ts'
import type { Reading } from './read-clauses-worker.ts'

/** A file takes a second or two; one that takes longer is made to. */
const longest = 60_000

/**
 * The clauses that a file holds, with its SHA-256, read in a worker: what is made to fill the memory or the time ends it
 * and not the page. Throws an error whose message says why it cannot be read.
 */
export const readClausesOf = (file: File): Promise<ReadClauses & { readonly digest: string }> =>
  askWorker(() => new Worker(new URL('./read-clauses-worker.ts', import.meta.url), { type: 'module' }), {
    message: file,
    signal: AbortSignal.timeout(longest),
    broken: () => new Error(''),
    read(data: Reading) {
      if (data.kind === 'failed') return { failure: new Error(data.why) }
      return { result: { ...data.read, digest: data.digest } }
    },
  })
