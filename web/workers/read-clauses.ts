import type { ClauseTable } from '#client/import/clause-table.ts'
import type { ReadFile } from '#client/import/read.ts'
import type { Reason, Values } from '#client/import/unreadable-file.ts'
import { askWorker } from './ask-worker.ts'
import type { Asked, Reading } from './read-clauses-worker.ts'

/** A file takes a second or two; one that takes longer is made to. */
const longest = 60_000

/** Why a file cannot be read, in words of the page's language; none where the worker itself broke down. */
export class UnreadableImport extends Error {
  readonly reason: Reason | undefined
  readonly values: Values
  readonly table: ClauseTable | undefined

  constructor(said?: { readonly reason: Reason; readonly values: Values; readonly table?: ClauseTable }) {
    super(said?.reason ?? '')
    this.reason = said?.reason
    this.values = said?.values ?? {}
    this.table = said?.table
  }
}

/**
 * The clauses in a file, with its SHA-256, read in a worker: a file made to exhaust memory or time ends the worker and
 * not the page. Throws {@link UnreadableImport}.
 */
export const readClausesOf = (asked: Asked): Promise<ReadFile & { readonly digest: string }> =>
  askWorker(() => new Worker(new URL('./read-clauses-worker.ts', import.meta.url), { type: 'module' }), {
    message: asked,
    signal: AbortSignal.timeout(longest),
    broken: () => new UnreadableImport(),
    read(data: Reading) {
      if (data.kind === 'failed') return { failure: new UnreadableImport() }
      if (data.kind === 'unreadable') return { failure: new UnreadableImport(data) }
      return { result: { ...data.read, digest: data.digest } }
    },
  })
