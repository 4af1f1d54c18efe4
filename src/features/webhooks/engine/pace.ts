const maxInFlight = 16
const pauseFrom = 10
/** The number of attempts that run one at a time after a pause, so that a moderate backlog arrives in order. */
const inTurn = 50
const longestPause = 1000

/** Limits the requests to a receiver: one that fails immediately does not get a thousand a second. */
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
  #inTurn = 0

  constructor(failingSince: number | undefined) {
    this.failingSince = failingSince
    this.#failures = failingSince === undefined ? 0 : 1
  }

  slowDown(): void {
    this.limit = 1
    this.#inTurn = inTurn
  }

  succeeded(): void {
    this.#failures = 0
    this.failingSince = undefined
    this.notBefore = 0
    if (this.#inTurn > 0) this.#inTurn--
    else this.limit = Math.min(this.limit * 2, maxInFlight)
  }

  failed(timedOut: boolean, at: number, monotonic: number): void {
    this.#failures++
    this.failingSince ??= at
    this.limit = timedOut ? 1 : Math.max(1, this.limit >> 1)
    this.notBefore = monotonic + Math.min(pauseFrom * 2 ** Math.min(this.#failures, 10), longestPause)
  }
}
