import type { AboutFile } from '#client/import/about.ts'
import type { ClauseTable } from '#client/import/clause-table.ts'
import type { ReadFile } from '#client/import/read.ts'
import type { Reason, Values } from '#client/import/unreadable-file.ts'
import { askWorker } from './ask-worker.ts'
import type { ClauseFileRequest, ClausesMessage } from './read-clauses-worker.ts'

/**
 * The time limit in milliseconds. A file normally takes a second or two; one that takes this long was made to exhaust
 * the reader.
 */
const timeoutMs = 60_000

/** Why a file cannot be imported. Has no reason if the worker crashed. */
export class UnreadableImport extends Error {
  readonly reason: Reason | undefined
  readonly values: Values
  readonly table: ClauseTable | undefined

  constructor(problem?: { readonly reason: Reason; readonly values: Values; readonly table?: ClauseTable }) {
    super(problem?.reason ?? '')
    this.reason = problem?.reason
    this.values = problem?.values ?? {}
    this.table = problem?.table
  }
}

/**
 * Reads the clauses in a file, with its SHA-256. Runs in a worker: a file made to exhaust memory or time ends the
 * worker and not the page. Throws {@link UnreadableImport}.
 */
export const readClausesOf = (
  request: ClauseFileRequest,
): Promise<ReadFile & { readonly digest: string; readonly about: AboutFile }> =>
  askWorker(() => new Worker(new URL('./read-clauses-worker.ts', import.meta.url), { type: 'module' }), {
    message: request,
    signal: AbortSignal.timeout(timeoutMs),
    crashError: () => new UnreadableImport(),
    interpret(data: ClausesMessage) {
      if (data.kind === 'failed') return { failure: new UnreadableImport() }
      if (data.kind === 'unreadable') return { failure: new UnreadableImport(data) }
      return { result: { ...data.content, digest: data.digest, about: data.about } }
    },
  })
