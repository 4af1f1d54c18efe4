import type { Services } from '#http/call.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import { reportRestored } from './restored.ts'
import { type SealNeeds, type SealOptions, sealBatch } from './seal.ts'
import { type StopNeeds, stopWhereBehind } from './stop-where-behind.ts'

/** The pause between two batches while rows arrive. A row is sealed within this pause and the time of one batch. */
const busyPause = 250
/** The maximum pause, after which rows from another process are found. */
const idlePause = 1000
/** The extra wait per millisecond of event loop delay, because callers come first. */
const pauseFactor = 10

/** The maximum wait of a batch for its turn, so that rows are sealed within a second of their commit under any load. */
const maxWait = 400

type Needs = SealNeeds & StopNeeds & Pick<Services, 'governor'>

/** Seals until no row is left or the signal aborts. @returns the number of sealed rows */
export const sealAll = async (needs: Needs, signal: AbortSignal, options: SealOptions = {}): Promise<number> => {
  for (let total = 0; ; ) {
    if (signal.aborted) return total
    const { sealed, more, restored } = await needs.governor.slice('seal-ledger', () => sealBatch(needs, options), {
      within: maxWait,
    })
    total += sealed
    if (restored) await reportRestored(needs)
    if (!more) return total
  }
}

export interface LedgerSealer extends AsyncDisposable {
  start(): void
}

/** Seals every second, and 250 ms after this process has committed rows, until disposed. */
export const createLedgerSealer = (needs: Needs): LedgerSealer => {
  const { log, ledger, nodeId: node } = needs
  const stopping = new AbortController()
  const report = createFailureReport({ fails: 'ledger_not_sealed', works: 'ledger_sealed' }, line => log.warn(line))
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let endedAt = 0
  let delay = 0
  let isChecked = false
  let running: Promise<void> | undefined

  const sealOnce = async (): Promise<number> => {
    if (!isChecked) await stopWhereBehind(needs)
    isChecked = true
    return sealAll(needs, stopping.signal, { node })
  }

  const schedule = (pause: number): void => {
    clearTimeout(timer)
    dueAt = performance.now() + pause
    timer = setTimeout(() => void run(), pause).unref()
  }

  const run = (): Promise<void> => {
    delay = Math.max(0, performance.now() - dueAt)
    dueAt = Number.NEGATIVE_INFINITY
    running = sealOnce()
      .then(
        sealed => {
          report.worked()
          return sealed
        },
        error => {
          report.failed(error)
          return 0
        },
      )
      .then(sealed => {
        endedAt = performance.now()
        if (!stopping.signal.aborted)
          schedule(sealed > 0 ? Math.min(idlePause, busyPause + pauseFactor * delay) : idlePause)
      })
    return running
  }

  const wake = (): void => {
    const minPause = Math.max(0, endedAt + busyPause - performance.now())
    if (dueAt > performance.now() + minPause + 1) schedule(minPause)
  }

  return {
    start() {
      ledger.onWake(wake)
      schedule(0)
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      ledger.onWake(() => {})
      clearTimeout(timer)
      await running
    },
  }
}
