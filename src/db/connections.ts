import type pg from 'pg'
import type { PoolClient, QueryResultRow } from 'pg'
import { Batch, type Command } from './batch.ts'
import type { FairShare } from './fair-share.ts'
import { isPlanning, withPlanning } from './framing.ts'
import { commitError } from './outcome.ts'
import type { Watchdog } from './watchdog.ts'

/** A connection acquired from the pool. */
export interface AcquiredConnection {
  readonly client: PoolClient
  /** Returns the connection to the pool; closes a `broken` one instead. */
  release(broken: boolean): void
}

/** A pool that does not wait indefinitely for a server that does not respond. */
export interface Connections {
  /** Acquires a connection, which the caller must release once. `purpose` names the kind of work (FairShare). */
  connect(purpose: string): Promise<AcquiredConnection>
  send(client: PoolClient, commands: readonly Command[]): Promise<QueryResultRow[][]>
  /** Sends a commit. Throws OutcomeUnknown if its outcome is lost. */
  commit(client: PoolClient, commands: readonly Command[]): Promise<QueryResultRow[][]>
}

const acquireClient = async (pool: pg.Pool, watchdog: Watchdog): Promise<PoolClient> => {
  // A connection is free, so the caller does not wait.
  if (pool.idleCount > pool.waitingCount) return pool.connect()
  let late = false
  const acquire = async () => {
    const client = await pool.connect()
    if (late) client.release()
    return client
  }
  try {
    return await watchdog.watch(acquire, false)
  } catch (error) {
    late = true
    throw error
  }
}

export const createConnections = (pool: pg.Pool, watchdog: Watchdog, shares: FairShare): Connections => {
  const send: Connections['send'] = (client, commands) => {
    const sent = withPlanning(commands)
    const results = watchdog.watch(() => client.query(new Batch(sent)).result, true)
    if (sent === commands) return results
    return results.then(rows => rows.filter((_, i) => !isPlanning(sent[i])))
  }
  return {
    send,
    commit: (client, commands) => send(client, commands).catch(error => Promise.reject(commitError(error))),
    async connect(purpose) {
      const slot = await shares.take(purpose)
      try {
        const client = await acquireClient(pool, watchdog)
        slot.start()
        return {
          client,
          release(broken) {
            client.release(broken)
            slot.release()
          },
        }
      } catch (error) {
        slot.release()
        throw error
      }
    },
  }
}
