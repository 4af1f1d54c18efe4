import type { Transaction } from '#db/database.ts'
import type { BoundValues, Prepared } from '#db/statement.ts'
import type { Call } from '#http/call.ts'

interface QueuedRead {
  readonly statement: Prepared
  readonly values: BoundValues
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/**
 * Makes the reads of a call share round trips: reads that start in the same turn of the event loop are sent together,
 * on one connection. Suitable for pages with many small statements. A slow statement delays the others, and an error
 * fails all of them.
 */
export const readsTogether = <Context extends Pick<Call, 'db' | 'organizationId' | 'read'>>(call: Context): Context => {
  const { db, organizationId } = call
  let queue: QueuedRead[] = []

  const flush = (): void => {
    const reads = queue
    queue = []
    db.readTogether(organizationId, reads).then(
      results => {
        for (const [i, { resolve }] of reads.entries()) resolve(results[i] ?? [])
      },
      error => {
        for (const { reject } of reads) reject(error)
      },
    )
  }

  const read: Transaction['query'] = (statement, values) =>
    new Promise((resolve, reject) => {
      // Flushes after pending promise callbacks, because they may read too.
      if (queue.length === 0) process.nextTick(flush)
      const bound = statement.bind(organizationId, values)
      queue.push({ statement, values: bound, resolve: resolve as QueuedRead['resolve'], reject })
    })

  return { ...call, read }
}
