import { once } from 'node:events'
import { startProcess } from '#bench/process.ts'
import type { Server } from '#bench/server.ts'

export interface ClaimsJob {
  readonly port: number
  readonly token: string
  readonly perSecond: number
  readonly seconds: number
}

/** `refused`: answered with 503, or its connection was reset, because the server was overloaded. */
export interface Created {
  readonly created: number
  readonly refused: number
}

/** A process that creates claims over HTTP at a pace independent of the server. */
export interface Claims extends AsyncDisposable {
  create(server: Server, pace: Pick<ClaimsJob, 'perSecond' | 'seconds'>): Promise<Created>
}

export const startClaims = async (): Promise<Claims> => {
  const running = await startProcess(['bench/webhooks/claims-process.ts'])
  return {
    async create({ port, token }, pace) {
      running.child.send({ port, token, ...pace })
      const [answer] = await once(running.child, 'message')
      if (answer.error) throw new Error(answer.error)
      return answer
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  }
}
