const maxInFlight = 16
const minPauseMs = 10
/** The number of attempts that run one at a time after a pause, so that a moderate backlog arrives in order. */
const sequentialAttempts = 50
const maxPauseMs = 1000

/** Limits the requests to a receiver, so that a receiver that fails immediately does not get a thousand per second. */
export class ReceiverPace {
  /**
   * The number of attempts that may be in flight: 1 at first, after a pause and after a timeout, doubled by each
   * success, at most 16.
   */
  limit = 1
  /** No attempt starts before this time of the monotonic clock. */
  notBefore = 0
  /** The time at which the first attempt since the last success failed, in milliseconds since 1970. */
  failingSince: number | undefined
  #failures: number
  #sequentialAttempts = 0

  constructor(failingSince: number | undefined) {
    this.failingSince = failingSince
    this.#failures = failingSince === undefined ? 0 : 1
  }

  slowDown(): void {
    this.limit = 1
    this.#sequentialAttempts = sequentialAttempts
  }

  succeeded(): void {
    this.#failures = 0
    this.failingSince = undefined
    this.notBefore = 0
    if (this.#sequentialAttempts > 0) this.#sequentialAttempts--
    else this.limit = Math.min(this.limit * 2, maxInFlight)
  }

  failed(timedOut: boolean, startedAt: number, monotonic: number): void {
    this.#failures++
    this.failingSince ??= startedAt
    this.limit = timedOut ? 1 : Math.max(1, this.limit >> 1)
    this.notBefore = monotonic + Math.min(minPauseMs * 2 ** Math.min(this.#failures, 10), maxPauseMs)
  }
}
