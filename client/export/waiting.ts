/**
 * How a command waits for an unavailable install and prints notices about it.
 */
import type { Fault } from './faults.ts'

export interface Patience {
  /** The maximum time for retries while an install is unavailable. */
  readonly minutes: number
  tell(text: string): void
  now(): number
  pause(ms: number): Promise<void>
}

/** A failure that waiting did not or cannot resolve. */
export class Unreachable extends Error {}

const minute = 60_000
const longestPauseMs = 30_000

const minutesOf = (ms: number): string => {
  const minutes = Math.round(ms / minute)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

export const pauseAfter = (retryAfter: string | null | undefined, attempt: number): number => {
  const seconds = Number(retryAfter)
  return Math.min(longestPauseMs, seconds > 0 ? seconds * 1000 : 250 * 2 ** Math.min(attempt, 7))
}

export interface Waiting {
  /** Prints the fault unless a notice was printed recently. @throws Unreachable if it is permanent or time is up */
  failed(fault: Fault, since: number): void
  /** Prints that the wait is over, if a notice announced the wait. */
  answered(): void
}

/**
 * Creates the notices about waiting for one install. The first is printed at once. The time between notices doubles, so
 * that an unstable install causes little output.
 */
export const createWaiting = (origin: string, { minutes, tell, now }: Patience): Waiting => {
  let isAnnounced = false
  let nextAt = Number.NEGATIVE_INFINITY
  let gap = minute
  return {
    failed({ isTemporary, cause, remedy }, since) {
      const waited = now() - since
      if (!isTemporary) throw new Unreachable(`${origin}: ${cause}. ${remedy}`)
      if (waited >= minutes * minute) {
        const duration = minutes > 0 ? `, for ${minutesOf(waited)}` : ''
        throw new Unreachable(`${origin}: ${cause}${duration}. ${remedy}`)
      }
      if (now() < nextAt) return
      const begin = waited < minute ? `Waiting for ${origin}` : `Waiting for ${origin} for ${minutesOf(waited)}`
      tell(`${begin}: ${cause}. Giving up after ${minutesOf(minutes * minute)}.`)
      isAnnounced = true
      nextAt = now() + gap
      gap *= 2
    },
    answered() {
      if (isAnnounced) tell(`${origin} answers.`)
      isAnnounced = false
    },
  }
}
