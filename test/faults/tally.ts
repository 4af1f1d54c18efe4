import type { Interrupted, Reply } from './http.ts'

/** The current fault, by which answers are judged. */
export type Phase = 'kill' | 'outage' | 'stop'

/** Counts what the writers meet, and records what they should never meet. */
export class Tally {
  phase: Phase = 'kill'
  interrupted = 0
  /** Interrupted writes that did take effect. */
  replayed = 0
  unavailable = 0
  /** Requests that were lost with their connection, which the stopping server closed as idle. */
  crossed = 0
  readonly violations: string[] = []

  violate(what: string): void {
    this.violations.push(what)
  }

  /** An answer other than the expected one: only a 503 with Retry-After while PostgreSQL is down is allowed. */
  refused(what: string, { status, headers, text }: Reply): void {
    if (status === 503 && headers['retry-after'] !== undefined) this.unavailable++
    else this.violate(`${what} was answered ${status}: ${text.slice(0, 300)}`)
  }

  /**
   * No answer: expected of a killed server; of a stopping one, only on connections that it has not accepted.
   * Connections waiting in the kernel's queue are reset when it stops listening, so a fresh connection counts as well.
   */
  cut(what: string, error: Interrupted): void {
    this.interrupted++
    const { phase } = this
    if (phase === 'kill' || (phase === 'stop' && wasNotTaken(error))) return
    if (phase === 'stop' && resets.has(error.code)) this.crossed++
    else this.violate(`${what} was cut (${error.code}) during ${phase}`)
  }

  /** The stored answer of an earlier attempt; `begun` is whether that attempt can have reached the server. */
  replay(what: string, begun: boolean): void {
    this.replayed++
    if (!begun) this.violate(`${what} took effect, although its connection was refused`)
  }
}

const resets: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])

/** Whether the connection can have ended before the server saw the request; a replay would prove that it did see it. */
export const wasNotTaken = ({ code, fresh }: Interrupted): boolean =>
  code === 'ECONNREFUSED' || (resets.has(code) && fresh)
