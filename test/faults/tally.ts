import type { InterruptedRequest, Reply } from './http.ts'

/** The current fault, which determines which responses are violations. */
export type Phase = 'kill' | 'outage' | 'stop'

/** Counts the responses that writers get, and records the responses that they should never get. */
export class Tally {
  phase: Phase = 'kill'
  interrupted = 0
  /** The number of interrupted writes that took effect. */
  replayed = 0
  unavailable = 0
  /** The number of requests lost because the stopping server closed their idle connection. */
  crossed = 0
  readonly violations: string[] = []

  violate(violation: string): void {
    this.violations.push(violation)
  }

  /** Records a response that was not expected. While PostgreSQL is down, a 503 with Retry-After is allowed. */
  recordUnexpected(description: string, { status, headers, text }: Reply): void {
    if (status === 503 && headers['retry-after'] !== undefined) this.unavailable++
    else this.violate(`${description} got ${status}: ${text.slice(0, 300)}`)
  }

  /**
   * Records a missing response. A killed server may leave requests without a response. A stopping server may only drop
   * connections that it has not accepted, because the kernel resets the connections in the server's queue when the
   * server stops listening.
   */
  recordCut(description: string, error: InterruptedRequest): void {
    this.interrupted++
    const { phase } = this
    if (phase === 'kill' || (phase === 'stop' && wasNeverRead(error))) return
    if (phase === 'stop' && resets.has(error.code)) this.crossed++
    else this.violate(`${description} was cut off (${error.code}) during ${phase}`)
  }

  /** Counts a replayed response. It is a violation if no earlier attempt can have reached the server. */
  replay(description: string, hasReachedServer: boolean): void {
    this.replayed++
    if (!hasReachedServer) this.violate(`${description} took effect, although its connection was refused`)
  }
}

const resets: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])

/**
 * Returns whether the connection may have ended before the server saw the request. A replay would prove that the server
 * did see it.
 */
export const wasNeverRead = ({ code, isFirstOnConnection }: InterruptedRequest): boolean =>
  code === 'ECONNREFUSED' || (resets.has(code) && isFirstOnConnection)
