import type { Transaction } from '#db/database.ts'
import type { BoundValues, Prepared } from '#db/statement.ts'
import type { Call } from '#http/call.ts'

interface Asked {
  readonly statement: Prepared
  readonly values: BoundValues
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/**
 * A call whose reads share round trips: reads requested before anything is awaited are sent together, on one
 * connection. For pages of many small statements; a slow one delays the others, and an error fails all of them.
 */
export const readsTogether = <Made extends Pick<Call, 'db' | 'organizationId' | 'read'>>(call: Made): Made => {
  const { db, organizationId } = call
  let queue: Asked[] = []

  const flush = (): void => {
    const sent = queue
    queue = []
    db.readTogether(organizationId, sent).then(
      results => {
        for (const [i, { resolve }] of sent.entries()) resolve(results[i] ?? [])
      },
      error => {
        for (const { reject } of sent) reject(error)
      },
    )
  }

  const read: Transaction['query'] = (statement, values) =>
    new Promise((resolve, reject) => {
      // Runs after the promises that are already settled, whose reactions may read too.
      if (queue.length === 0) process.nextTick(flush)
      const bound = statement.bind(organizationId, values)
      queue.push({ statement, values: bound, resolve: resolve as Asked['resolve'], reject })
    })

  return { ...call, read }
}
