import type { CoreServices } from '#http/call.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import {
  type Completion,
  completionCommands,
  type EndedAttempt,
  type LaneHealth,
  retryCommands,
} from './completions.ts'
import type { Lane } from './lane.ts'
import type { Lanes } from './lanes.ts'

// Larger batches need fewer audit rows. At most two batches, 1,024 attempts, are unrecorded at a time.
const maxBatchSize = 512
const maxConcurrent = 2
/** How long to collect attempts before writing a batch; longer under load, so that batches are fewer and larger. */
const lingerMs = { idle: 4, busy: 25 }
const busyBatchSize = 32
const retryMs = 250
/** How long shutdown waits for an unresponsive database. Unwritten attempts are delivered again. */
const shutdownTimeoutMs = 5000

/** Writes completed attempts in batches and retries until the database has stored them. */
export interface CompletionLog extends AsyncDisposable {
  add(attempt: EndedAttempt): void
  /** Records that the lane's health changed. `verifiedAt` is set when a test event was delivered. */
  recordHealth(lane: Lane, verifiedAt: number | undefined): void
  readonly unsaved: number
}

/** Creates the log. Writing attempts makes room for others to start. */
export const createCompletionLog = (services: CoreServices, lanes: Lanes): CompletionLog => {
  const { db, log, metrics } = services
  const { starts } = lanes
  const waiting: EndedAttempt[] = []
  const health = new Map<Lane, LaneHealth>()
  let saving = 0
  let running = 0
  let scheduled = false
  /** The size of the last batch. */
  let previousBatchSize = 0
  let hasGivenUp = false
  const report = createFailureReport(
    { fails: 'webhook_attempts_not_written', works: 'webhook_attempts_written' },
    line => log.warn(line),
  )

  /** Returns the endpoints whose lanes now belong to another owner. */
  const save = async (completion: Completion): Promise<ReadonlySet<string>> => {
    for (let { commands } = completion; ; commands = retryCommands(completion.commands)) {
      try {
        const results = await db.together(commands)
        report.worked()
        return new Set(results.flat().flatMap(({ lost }) => (lost === undefined ? [] : [String(lost)])))
      } catch (error) {
        report.failed(error)
        if (hasGivenUp) return new Set()
        await new Promise(resolve => setTimeout(resolve, retryMs))
      }
    }
  }

  // Increments once per batch, because prom-client builds a key from the labels on each call.
  const count = (endedAttempts: readonly EndedAttempt[]): void => {
    for (const [failure = 'none', attempts] of Map.groupBy(endedAttempts, attempt => attempt.failure)) {
      for (const [outcome, group] of Map.groupBy(attempts, attempt => attempt.outcome))
        metrics.webhookAttempts.inc({ outcome, failure }, group.length)
    }
  }

  const flush = async (): Promise<void> => {
    scheduled = false
    if (running >= maxConcurrent || (waiting.length === 0 && health.size === 0)) return
    const endedAttempts = waiting.splice(0, maxBatchSize)
    previousBatchSize = endedAttempts.length
    count(endedAttempts)
    const completion = { ended: endedAttempts, commands: completionCommands(services, endedAttempts, health) }
    const verified = [...health].filter(([, { verifiedAt }]) => verifiedAt !== undefined)
    health.clear()
    running++
    saving += endedAttempts.length
    const lost = await save(completion)
    running--
    saving -= endedAttempts.length
    for (const { lane, row, next } of endedAttempts) {
      // The row stays in the queue for the lane's new owner. This node drops the lane, so as not to send the row again.
      if (lost.has(lane.endpointId) && lanes.get(lane.endpointId) === lane) lanes.drop(lane)
      lane.onWritten(row, next)
    }
    for (const [lane] of verified) lane.hasten()
    starts.bringBack()
    schedule()
  }

  const schedule = (): void => {
    if (waiting.length >= maxBatchSize && running < maxConcurrent) return void flush()
    if (scheduled || (waiting.length === 0 && health.size === 0)) return
    scheduled = true
    setTimeout(flush, previousBatchSize < busyBatchSize ? lingerMs.idle : lingerMs.busy)
  }

  return {
    add(attempt) {
      waiting.push(attempt)
      schedule()
    },
    recordHealth(lane, verifiedAt) {
      health.set(lane, {
        ...health.get(lane),
        failingSince: lane.failingSince,
        ...(verifiedAt !== undefined && { verifiedAt }),
      })
      schedule()
    },
    get unsaved() {
      return waiting.length + saving
    },
    async [Symbol.asyncDispose]() {
      const deadline = setTimeout(() => {
        hasGivenUp = true
      }, shutdownTimeoutMs)
      while (waiting.length + saving > 0) await new Promise(resolve => setTimeout(resolve, lingerMs.idle))
      clearTimeout(deadline)
    },
  }
}
