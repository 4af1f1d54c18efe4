import { setTimeout as delay } from 'node:timers/promises'
import type { StoreCode } from '#lib/object-store.ts'
import { deadlinePassed, storeProblem } from './errors.ts'

interface Options {
  /** The timeout of each try. */
  readonly deadlineMs: number
  readonly signal?: AbortSignal | undefined
  readonly tries?: number
}

/** Codes of problems that may be temporary. A retry reads the bytes of a part from the file again. */
const temporary: ReadonlySet<StoreCode> = new Set(['unreachable', 'slow', 'altered'])

const defaultTries = 4
const firstPauseMs = 50

class DeadlinePassed extends Error {
  readonly code = deadlinePassed
}

/** Runs `work` with a signal that also ends its result, such as a stream. The deadline applies until it returns. */
const tryOnce = async <T>(work: (signal: AbortSignal) => Promise<T>, { deadlineMs, signal }: Options): Promise<T> => {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new DeadlinePassed()), deadlineMs)
  try {
    return await work(signal ? AbortSignal.any([timeout.signal, signal]) : timeout.signal)
  } catch (error) {
    signal?.throwIfAborted()
    throw storeProblem(timeout.signal.aborted ? timeout.signal.reason : error)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs repeatable work, by default up to 4 times, with pauses of 50 ms × 2ⁿ.
 * @throws StoreProblem of the last try; the reason of `signal`.
 */
export const withRetries = async <T>(work: (signal: AbortSignal) => Promise<T>, options: Options): Promise<T> => {
  const { signal, tries = defaultTries } = options
  for (let n = 1; ; n++) {
    signal?.throwIfAborted()
    try {
      return await tryOnce(work, options)
    } catch (error) {
      signal?.throwIfAborted()
      if (n >= tries || !temporary.has(storeProblem(error).code)) throw error
    }
    await delay(firstPauseMs * 2 ** (n - 1), undefined, { signal }).catch(() => signal?.throwIfAborted())
  }
}
