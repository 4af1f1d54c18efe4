import type pg from 'pg'
import type { PoolClient, QueryResultRow } from 'pg'
import { Batch, type Command } from './batch.ts'
import { ofCommit } from './outcome.ts'
import type { Pulse } from './pulse.ts'
import type { Turns } from './turns.ts'

export interface Taken {
  readonly client: PoolClient
  /** `broken`: it is closed instead. */
  release(broken: boolean): void
}

/** The pool, with an end to the waits for a server that answers nobody. */
export interface Connections {
  /** A connection that is to be given back once; `purpose` names the kind of work (Turns). */
  connect(purpose: string): Promise<Taken>
  send(client: PoolClient, commands: readonly Command[]): Promise<QueryResultRow[][]>
  /** The same of what commits. Throws OutcomeUnknown where nobody says how it went. */
  commit(client: PoolClient, commands: readonly Command[]): Promise<QueryResultRow[][]>
}

const clientOf = async (pool: pg.Pool, pulse: Pulse): Promise<PoolClient> => {
  // One that is free is had at once.
  if (pool.idleCount > pool.waitingCount) return pool.connect()
  let late = false
  const taking = async () => {
    const client = await pool.connect()
    if (late) client.release()
    return client
  }
  try {
    return await pulse.watch(taking, false)
  } catch (error) {
    late = true
    throw error
  }
}

export const watched = (pool: pg.Pool, pulse: Pulse, turns: Turns): Connections => {
  const send: Connections['send'] = (client, commands) =>
    pulse.watch(() => client.query(new Batch(commands)).result, true)
  return {
    send,
    commit: (client, commands) => send(client, commands).catch(error => Promise.reject(ofCommit(error))),
    async connect(purpose) {
      const end = await turns.take(purpose)
      try {
        const client = await clientOf(pool, pulse)
        return {
          client,
          release(broken) {
            client.release(broken)
            end()
          },
        }
      } catch (error) {
        end()
        throw error
      }
    },
  }
}
