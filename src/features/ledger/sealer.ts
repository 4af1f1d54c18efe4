import type { Services } from '#http/call.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import { reportRestored } from './report-restored.ts'
import { type SealOptions, type SealServices, sealBatch } from './seal.ts'
import { type StopServices, stopWhereBehind } from './stop-if-behind.ts'

/** The pause between two batches while rows arrive, in milliseconds. */
const busyPause = 250
/** The maximum pause in milliseconds, after which rows from another process are found. */
const idlePause = 1000
/** The extra pause per millisecond of event loop delay, because requests have priority. */
const pauseFactor = 10

/** How long a batch may wait for its slice, in milliseconds: rows are sealed within a second under any load. */
const maxWait = 400

type NeededServices = SealServices & StopServices & Pick<Services, 'governor'>

/** Seals until no row is left or the signal aborts. @returns the number of sealed rows */
export const sealAll = async (
  services: NeededServices,
  signal: AbortSignal,
  options: SealOptions = {},
): Promise<number> => {
  for (let total = 0; ; ) {
    if (signal.aborted) return total
    const { sealed, more, restored } = await services.governor.slice(
      'seal-ledger',
      () => sealBatch(services, options),
      {
        within: maxWait,
      },
    )
    total += sealed
    if (restored) await reportRestored(services)
    if (!more) return total
  }
}

export interface LedgerSealer extends AsyncDisposable {
  start(): void
}

/** Seals every second, and 250 ms after this process has committed rows, until disposed. */
export const createLedgerSealer = (services: NeededServices): LedgerSealer => {
  const { log, ledger, nodeId: node } = services
  const stopping = new AbortController()
  const report = createFailureReport({ fails: 'ledger_not_sealed', works: 'ledger_sealed' }, line => log.warn(line))
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let endedAt = 0
  let delay = 0
  let isChecked = false
  let running: Promise<void> | undefined

  const sealOnce = async (): Promise<number> => {
    if (!isChecked) await stopWhereBehind(services)
    isChecked = true
    return sealAll(services, stopping.signal, { node })
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
