import { setTimeout as delay } from 'node:timers/promises'
import type { Gate } from './gate.ts'
import { InterruptedRequest, type OutgoingRequest, type Reply } from './http.ts'
import type { AcknowledgedWrite, Ledger } from './ledger.ts'
import { type Tally, wasNeverRead } from './tally.ts'

export type Kind = AcknowledgedWrite['kind']

export interface Workload {
  readonly gate: Gate
  readonly ledger: Ledger
  readonly tally: Tally
  /** Aborted when the writers must stop. Each writer first finishes its current claim and files. */
  readonly stopping: AbortSignal
  /** Called when a writer starts to send a write. */
  readonly sending: (kind: Kind) => void
}

interface RetriedWrite extends OutgoingRequest {
  /** The name of the write in findings. */
  readonly description: string
  readonly expectedStatus: number
  readonly kind?: Kind
}

/**
 * Sends a request until a response arrives. After an interruption or a 503, sends it again with the same key and body.
 */
export const sendUntilAnswered = async (
  { gate, tally, sending }: Workload,
  { description, expectedStatus, kind, ...request }: RetriedWrite,
): Promise<Reply> => {
  for (let hasReachedServer = false; ; ) {
    const server = await gate.current()
    if (kind) sending(kind)
    try {
      const reply = await server.send(request)
      if (reply.headers['idempotency-replayed'] === 'true') tally.replay(description, hasReachedServer)
      if (reply.status === expectedStatus) return reply
      hasReachedServer = true
      tally.recordUnexpected(description, reply)
      if (reply.status !== 503) return reply
    } catch (error) {
      if (!(error instanceof InterruptedRequest)) throw error
      hasReachedServer ||= tally.phase !== 'stop' || !wasNeverRead(error)
      tally.recordCut(description, error)
    }
    await delay(20)
  }
}
