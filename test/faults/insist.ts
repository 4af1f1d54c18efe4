import { setTimeout as delay } from 'node:timers/promises'
import type { Gate } from './gate.ts'
import { Interrupted, type Outgoing, type Reply } from './http.ts'
import type { Acknowledged, Ledger } from './ledger.ts'
import { type Tally, wasNotTaken } from './tally.ts'

export type Kind = Acknowledged['kind']

export interface Workload {
  readonly gate: Gate
  readonly ledger: Ledger
  readonly tally: Tally
  /** Aborted when the writers must stop, each after its current claim and files. */
  readonly stopping: AbortSignal
  /** Called when a write starts to be sent. */
  readonly sending: (kind: Kind) => void
}

interface Insisted extends Outgoing {
  readonly what: string
  readonly wanted: number
  readonly kind?: Kind
}

/** Sends until a response arrives. Repeats after a cut-off or a 503, with the same key and body. */
export const insist = async (
  { gate, tally, sending }: Workload,
  { what, wanted, kind, ...sent }: Insisted,
): Promise<Reply> => {
  for (let begun = false; ; ) {
    const server = await gate.current()
    if (kind) sending(kind)
    try {
      const reply = await server.send(sent)
      if (reply.headers['idempotency-replayed'] === 'true') tally.replay(what, begun)
      if (reply.status === wanted) return reply
      begun = true
      tally.refused(what, reply)
      if (reply.status !== 503) return reply
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error
      begun ||= tally.phase !== 'stop' || !wasNotTaken(error)
      tally.cut(what, error)
    }
    await delay(20)
  }
}
