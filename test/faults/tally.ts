import type { InterruptedRequest, Reply } from './http.ts'

/** The current fault, which decides how responses are judged. */
export type Phase = 'kill' | 'outage' | 'stop'

/** Counts the responses that writers get, and records those that they should never get. */
export class Tally {
  phase: Phase = 'kill'
  interrupted = 0
  /** Interrupted writes that took effect. */
  replayed = 0
  unavailable = 0
  /** Requests that were lost because the stopping server closed their idle connection. */
  crossed = 0
  readonly violations: string[] = []

  violate(what: string): void {
    this.violations.push(what)
  }

  /** A response other than the expected one. Only a 503 with Retry-After while PostgreSQL is down is allowed. */
  recordUnexpected(what: string, { status, headers, text }: Reply): void {
    if (status === 503 && headers['retry-after'] !== undefined) this.unavailable++
    else this.violate(`${what} got ${status}: ${text.slice(0, 300)}`)
  }

  /**
   * No response. Expected of a killed server. A stopping one may only drop connections that it has not accepted.
   * Connections in the kernel's queue are reset when it stops listening, so a fresh connection counts as well.
   */
  recordCut(what: string, error: InterruptedRequest): void {
    this.interrupted++
    const { phase } = this
    if (phase === 'kill' || (phase === 'stop' && wasNeverRead(error))) return
    if (phase === 'stop' && resets.has(error.code)) this.crossed++
    else this.violate(`${what} was cut off (${error.code}) during ${phase}`)
  }

  /** The stored response of an earlier attempt. `begun` is whether that attempt can have reached the server. */
  replay(what: string, hasReachedServer: boolean): void {
    this.replayed++
    if (!hasReachedServer) this.violate(`${what} took effect, although its connection was refused`)
  }
}

const resets: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])

/** Whether the connection can have ended before the server saw the request. A replay would prove that it did see it. */
export const wasNeverRead = ({ code, fresh: isFirstOnConnection }: InterruptedRequest): boolean =>
  code === 'ECONNREFUSED' || (resets.has(code) && isFirstOnConnection)
