import { useEffect } from 'react'
import { describeError, errorId } from '#web/api/client.ts'
import { callAfter } from '#web/api/reach.ts'

const minPauseMs = 2000
const maxPauseMs = 30_000

/** Server errors that may clear up if the same request is retried. A 503 carries `internal_error`. */
const transientErrors: ReadonlySet<string | undefined> = new Set(['internal_error', 'rate_limited'])

/** Whether a retry may succeed: the network or the server failed, and no stored file is lost or damaged. */
const isTemporary = (error: unknown): boolean => {
  if (error === undefined || error === null || Object(error).file !== undefined) return false
  return describeError(error).message === 'offline' || transientErrors.has(errorId(error))
}

let streak = { count: 0, at: 0 }

/** The next pause, twice as long as the previous one. Resets after two minutes without a failure. */
const nextPause = (): number => {
  const now = Date.now()
  streak = { count: now - streak.at > 4 * maxPauseMs ? 0 : streak.count + 1, at: now }
  return Math.min(minPauseMs * 2 ** streak.count, maxPauseMs)
}

/**
 * Retries a failed read automatically: after a pause, when the browser is online again, and when the person returns to
 * the page. Returns whether it will retry.
 */
export const useAutoRetry = (error: unknown, retry: (() => void) | undefined): boolean => {
  const willRetry = retry !== undefined && isTemporary(error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `retry` changes on every render, `error` on every failure
  useEffect(() => {
    return willRetry ? callAfter(nextPause(), retry) : undefined
  }, [error, willRetry])
  return willRetry
}
