import { once } from 'node:events'
import type { ClientConfig } from 'pg'
import { startProcess } from '#bench/process.ts'

/** The options of the process with pg-boss. */
export interface BossOptions {
  readonly connection: ClientConfig
  readonly urls: readonly string[]
}

export type BossCommand = { readonly insert: number } | { readonly work: boolean }

/** pg-boss in its own process, on the server's PostgreSQL. */
export interface Boss extends AsyncDisposable {
  readonly pid: number
  /** Queues `count` jobs, distributed over the URLs in turn. */
  insert(count: number): Promise<void>
  work(): Promise<void>
  /** Stops fetching jobs. */
  rest(): Promise<void>
}

export const startBoss = async (options: BossOptions): Promise<Boss> => {
  const running = await startProcess(['bench/webhooks/boss-process.ts', JSON.stringify(options)])
  const send = async (command: BossCommand): Promise<void> => {
    running.child.send(command)
    const [reply] = await once(running.child, 'message')
    if (reply.error) throw new Error(reply.error)
  }
  return {
    pid: running.pid,
    insert: count => send({ insert: count }),
    work: () => send({ work: true }),
    rest: () => send({ work: false }),
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  }
}
