import { once } from 'node:events'
import { startProcess } from '#bench/process.ts'

/** The options of a process that only posts. */
export interface FloorOptions {
  readonly urls: readonly string[]
  /** The number of simultaneous requests. */
  readonly concurrency: number
}

/** A process that signs and posts, and does nothing else. */
export interface Floor extends AsyncDisposable {
  readonly pid: number
  /** Posts `count` events, distributed over the URLs in turn. */
  post(count: number): Promise<void>
}

export const startFloor = async (options: FloorOptions): Promise<Floor> => {
  const running = await startProcess(['bench/webhooks/floor-process.ts', JSON.stringify(options)])
  return {
    pid: running.pid,
    async post(count) {
      running.child.send(count)
      const [reply] = await once(running.child, 'message')
      if (reply.error) throw new Error(reply.error)
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  }
}
