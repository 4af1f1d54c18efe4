import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, second } from './clock.ts'

const capacityMs = second
const maxWaitMs = second
const maxDebtMs = 60 * second

interface Options {
  readonly clock: Clock
  readonly bytesPerSecond: number
  /**
   * The time in milliseconds at which the debt of an earlier bucket is paid off; without it, there is neither debt
   * nor savings.
   */
  readonly paidBy?: number | undefined
}

/** Limits a rate of bytes, which may change while a caller waits. Idle time saves up bytes for at most one second. */
export class TokenBucket {
  bytesPerSecond: number
  #bytes: number
  #updatedAt: number
  readonly #clock: Clock

  constructor({ clock, bytesPerSecond, paidBy }: Options) {
    this.#clock = clock
    this.#updatedAt = clock.now()
    this.bytesPerSecond = bytesPerSecond
    const owed = (paidBy ?? this.#updatedAt) - this.#updatedAt
    // Limits the debt, which would otherwise be too large if the clock was set back.
    this.#bytes = (-Math.min(Math.max(-capacityMs, owed), maxDebtMs) * bytesPerSecond) / second
  }

  /** Takes bytes as soon as no debt remains. Rejects with the signal's reason. */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      this.#refill()
      if (this.#bytes >= 0) break
      await delay(Math.min(maxWaitMs, Math.ceil(this.#owedMs())), undefined, { signal })
    }
    this.#bytes -= bytes
  }

  /** The time in milliseconds at which all taken bytes are paid for; in the past if there are savings. */
  get paidBy(): number {
    this.#refill()
    return this.#updatedAt + this.#owedMs()
  }

  #owedMs(): number {
    return (-this.#bytes / this.bytesPerSecond) * second
  }

  #refill(): void {
    const now = this.#clock.now()
    const earned = (Math.max(0, now - this.#updatedAt) * this.bytesPerSecond) / second
    this.#bytes = Math.min((capacityMs * this.bytesPerSecond) / second, this.#bytes + earned)
    this.#updatedAt = now
  }
}
