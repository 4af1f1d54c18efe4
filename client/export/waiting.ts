/** Notices on standard error while the command waits for an install: the first at once, later ones rarely. */
import type { Fault } from './faults.ts'

export interface Patience {
  /** How long the command retries while an install is away. */
  readonly minutes: number
  tell(text: string): void
  now(): number
  pause(ms: number): Promise<void>
}

/** A failure that waiting did not heal, or does not. */
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
  /** Says why, unless something was said a short while ago. @throws Unreachable where patience has ended */
  failed(fault: Fault, since: number): void
  /** Says that the wait is over, if it was said that there is one. */
  answered(): void
}

/** Notices about one install; the time between two of them grows, so that an unstable install stays quiet too. */
export const createWaiting = (origin: string, { minutes, tell, now }: Patience): Waiting => {
  let isSaid = false
  let nextAt = Number.NEGATIVE_INFINITY
  let gap = minute
  return {
    failed({ isPassing, cause, wayOut }, since) {
      const waited = now() - since
      if (!isPassing) throw new Unreachable(`${origin}: ${cause}. ${wayOut}`)
      if (waited >= minutes * minute) {
        const forHow = minutes > 0 ? `, for ${minutesOf(waited)}` : ''
        throw new Unreachable(`${origin}: ${cause}${forHow}. ${wayOut}`)
      }
      if (now() < nextAt) return
      const begin = waited < minute ? `Waiting for ${origin}` : `Waiting for ${origin} for ${minutesOf(waited)}`
      tell(`${begin}: ${cause}. Giving up after ${minutesOf(minutes * minute)}.`)
      isSaid = true
      nextAt = now() + gap
      gap *= 2
    },
    answered() {
      if (isSaid) tell(`${origin} answers.`)
      isSaid = false
    },
  }
}
