import { once } from 'node:events'
import type { Incoming } from './http-client.ts'
import { startProcess } from './process.ts'

/** Sends requests one after the other on each connection, for a duration or a number of requests. */
export interface RateJob {
  readonly kind: 'rate'
  readonly port: number
  readonly connections: number
  readonly for: { readonly seconds: number } | { readonly requests: number }
  /**
   * The whole request; `{n}` becomes a number of 12 digits that is unique in this process, `{address}` an IPv6 address
   * in a /64 of its own.
   */
  readonly request: string
  /** The expected status of each response. If omitted, any success is accepted. */
  readonly status?: number
}

/** Sends all requests at once, each on its own connection. */
export interface TransferJob {
  readonly kind: 'transfer'
  readonly port: number
  readonly requests: readonly string[]
  /** A multipart body of this many MiB after the request, which ends with the part's header; `end` closes the body. */
  readonly upload?: { readonly mebibytes: number; readonly end: string }
}

export interface Rate {
  readonly operations: number
  readonly perSecond: number
  readonly medianMs: number
  readonly p99Ms: number
}

export interface Transfer {
  readonly seconds: number
  readonly responses: readonly Incoming[]
}

export interface Load extends AsyncDisposable {
  rate(job: Omit<RateJob, 'kind'>): Promise<Rate>
  transfer(job: Omit<TransferJob, 'kind'>): Promise<Transfer>
}

/** Starts the process that sends the requests. */
export const startLoad = async (): Promise<Load> => {
  const running = await startProcess(['bench/load-process.ts'])
  const runJob = async (job: RateJob | TransferJob) => {
    running.child.send(job)
    const [reply] = await once(running.child, 'message')
    if (reply.error) throw new Error(reply.error)
    return reply
  }
  return {
    rate: job => runJob({ kind: 'rate', ...job }),
    transfer: job => runJob({ kind: 'transfer', ...job }),
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  }
}
