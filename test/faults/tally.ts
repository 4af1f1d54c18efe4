import type { Interrupted, Reply } from './http.ts'

/** What the campaign does to the server at the moment; answers are judged by it. */
export type Phase = 'kill' | 'outage' | 'stop'

/** Counts what the writers met, and keeps what should never be met. */
export class Tally {
  phase: Phase = 'kill'
  interrupted = 0
  /** Interrupted writes that turned out to have taken effect. */
  replayed = 0
  unavailable = 0
  /** Requests that were lost with the connection they were sent on, which the stopping server closed as idle. */
  crossed = 0
  readonly violations: string[] = []

  violate(what: string): void {
    this.violations.push(what)
  }

  /** An answer other than the one hoped for: 503 with Retry-After while PostgreSQL is gone, and nothing else. */
  refused(what: string, { status, headers, text }: Reply): void {
    if (status === 503 && headers['retry-after'] !== undefined) this.unavailable++
    else this.violate(`${what} was answered ${status}: ${text.slice(0, 300)}`)
  }

  /**
   * No answer: expected of a killed server; of one that stops, only on connections that it has not taken. Those that
   * wait in the kernel's queue when it stops to listen are reset, so a fresh one counts, too.
   */
  cut(what: string, error: Interrupted): void {
    this.interrupted++
    const { phase } = this
    if (phase === 'kill' || (phase === 'stop' && wasNotTaken(error))) return
    if (phase === 'stop' && resets.has(error.code)) this.crossed++
    else this.violate(`${what} was cut (${error.code}) during ${phase}`)
  }

  /** The stored answer of an earlier attempt; `begun` tells whether the server can have begun with one. */
  replay(what: string, begun: boolean): void {
    this.replayed++
    if (!begun) this.violate(`${what} took effect, although its connection was refused`)
  }
}

const resets: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])

/** Whether the connection can have ended before the server saw the request; a replay would show that it did see it. */
export const wasNotTaken = ({ code, fresh }: Interrupted): boolean =>
  code === 'ECONNREFUSED' || (resets.has(code) && fresh)
