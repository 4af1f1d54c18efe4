import { useEffect } from 'react'
import { describeError, errorId } from '#web/api/client.ts'
import { callAfter } from '#web/api/reach.ts'

const minPauseMs = 2000
const maxPauseMs = 30_000

/** Errors of the server that pass without a change of the call. A 503 has the first of them. */
const passing: ReadonlySet<string | undefined> = new Set(['internal_error', 'rate_limited'])

/** Whether the same read may succeed later: the network or the server failed, and no stored file is lost or damaged. */
const isTemporary = (error: unknown): boolean => {
  if (error === undefined || error === null || Object(error).file !== undefined) return false
  return describeError(error).message === 'offline' || passing.has(errorId(error))
}

let streak = { count: 0, at: 0 }

/** The next pause, twice as long as the one before. Starts anew after two minutes without a failure. */
const nextPause = (): number => {
  const now = Date.now()
  streak = { count: now - streak.at > 4 * maxPauseMs ? 0 : streak.count + 1, at: now }
  return Math.min(minPauseMs * 2 ** streak.count, maxPauseMs)
}

/**
 * Repeats a failed read by itself: after a pause, when the browser is online again, and when the person returns to the
 * page. Returns whether it does.
 */
export const useRecovery = (error: unknown, retry: (() => void) | undefined): boolean => {
  const recovers = retry !== undefined && isTemporary(error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `retry` is new in each render, and the error in each failure
  useEffect(() => {
    return recovers ? callAfter(nextPause(), retry) : undefined
  }, [error, recovers])
  return recovers
}
