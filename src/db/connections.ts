import type pg from 'pg'
import type { PoolClient, QueryResultRow } from 'pg'
import { Batch, type Command } from './batch.ts'
import type { FairShare } from './fair-share.ts'
import { isPlanning, withPlanning } from './framing.ts'
import { ofCommit } from './outcome.ts'
import type { Watchdog } from './watchdog.ts'

export interface Taken {
  readonly client: PoolClient
  /** `broken`: it is closed instead. */
  release(broken: boolean): void
}

/** The pool, with a limit on waiting for a server that does not respond. */
export interface Connections {
  /** A connection, to be released once; `purpose` names the kind of work (FairShare). */
  connect(purpose: string): Promise<Taken>
  send(client: PoolClient, commands: readonly Command[]): Promise<QueryResultRow[][]>
  /** The same for a commit. Throws OutcomeUnknown if its outcome is lost. */
  commit(client: PoolClient, commands: readonly Command[]): Promise<QueryResultRow[][]>
}

const clientOf = async (pool: pg.Pool, watchdog: Watchdog): Promise<PoolClient> => {
  // A free one is available at once.
  if (pool.idleCount > pool.waitingCount) return pool.connect()
  let late = false
  const taking = async () => {
    const client = await pool.connect()
    if (late) client.release()
    return client
  }
  try {
    return await watchdog.watch(taking, false)
  } catch (error) {
    late = true
    throw error
  }
}

export const watched = (pool: pg.Pool, watchdog: Watchdog, shares: FairShare): Connections => {
  const send: Connections['send'] = (client, commands) => {
    const sent = withPlanning(commands)
    const answered = watchdog.watch(() => client.query(new Batch(sent)).result, true)
    if (sent === commands) return answered
    return answered.then(results => results.filter((_, i) => !isPlanning(sent[i])))
  }
  return {
    send,
    commit: (client, commands) => send(client, commands).catch(error => Promise.reject(ofCommit(error))),
    async connect(purpose) {
      const slot = await shares.take(purpose)
      try {
        const client = await clientOf(pool, watchdog)
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
