import { once } from 'node:events'
import { startProcess } from '#bench/process.ts'
import type { Server } from '#bench/server.ts'

export interface ClaimsJob {
  readonly port: number
  readonly token: string
  readonly perSecond: number
  readonly seconds: number
}

/** `refused` counts claims that an overloaded server answered with a 503 or a reset connection. */
export interface Created {
  readonly created: number
  readonly refused: number
}

/** A process that creates claims over HTTP at a fixed rate. */
export interface Claims extends AsyncDisposable {
  create(server: Server, pace: Pick<ClaimsJob, 'perSecond' | 'seconds'>): Promise<Created>
}

export const startClaims = async (): Promise<Claims> => {
  const running = await startProcess(['bench/webhooks/claims-process.ts'])
  return {
    async create({ port, token }, pace) {
      running.child.send({ port, token, ...pace })
      const [reply] = await once(running.child, 'message')
      if (reply.error) throw new Error(reply.error)
      return reply
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  }
}
