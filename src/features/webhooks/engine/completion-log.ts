import type { CoreServices } from '#http/call.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import { type Completion, completionCommands, type Ended, type LaneHealth, writtenAgain } from './completions.ts'
import type { Lane } from './lane.ts'
import type { Lanes } from './lanes.ts'

// Larger batches need fewer audit rows. At most two batches, 1,024 attempts, are unrecorded at a time.
const largest = 512
const atOnce = 2
/** Short under low load; longer under high load, so that batches are fewer and larger. */
const lingerMs = { seldom: 4, often: 25 }
const often = 32
const againMs = 250
/** How long shutdown waits for an unresponsive database. Unwritten attempts are delivered again. */
const patienceMs = 5000

/** Writes completed attempts in batches and retries until the database has stored them. */
export interface CompletionLog extends AsyncDisposable {
  add(ended: Ended): void
  /** Records that the lane's health changed. `verifiedAt` is set when a test event was delivered. */
  note(lane: Lane, verifiedAt: number | undefined): void
  readonly unsaved: number
}

/** Creates the log. Each written attempt makes room for another to start. */
export const createCompletionLog = (services: CoreServices, lanes: Lanes): CompletionLog => {
  const { db, log, metrics } = services
  const { starts } = lanes
  const waiting: Ended[] = []
  const health = new Map<Lane, LaneHealth>()
  let saving = 0
  let running = 0
  let scheduled = false
  /** The size of the last batch. */
  let last = 0
  let giveUp = false
  const report = createFailureReport(
    { fails: 'webhook_attempts_not_written', works: 'webhook_attempts_written' },
    line => log.warn(line),
  )

  /** Returns the endpoints whose lanes now belong to another owner. */
  const save = async (completion: Completion): Promise<ReadonlySet<string>> => {
    for (let { commands } = completion; ; commands = writtenAgain(completion.commands)) {
      try {
        const results = await db.together(commands)
        report.worked()
        return new Set(results.flat().flatMap(({ lost }) => (lost === undefined ? [] : [String(lost)])))
      } catch (error) {
        report.failed(error)
        if (giveUp) return new Set()
        await new Promise(resolve => setTimeout(resolve, againMs))
      }
    }
  }

  // Counts once per batch, because prom-client builds a key from the labels on each call.
  const count = (ended: readonly Ended[]): void => {
    for (const [failure = 'none', of] of Map.groupBy(ended, one => one.failure)) {
      for (const [outcome, some] of Map.groupBy(of, one => one.outcome))
        metrics.webhookAttempts.inc({ outcome, failure }, some.length)
    }
  }

  const flush = async (): Promise<void> => {
    scheduled = false
    if (running >= atOnce || (waiting.length === 0 && health.size === 0)) return
    const ended = waiting.splice(0, largest)
    last = ended.length
    count(ended)
    const completion = { ended, commands: completionCommands(services, ended, health) }
    const verified = [...health].filter(([, { verifiedAt }]) => verifiedAt !== undefined)
    health.clear()
    running++
    saving += ended.length
    const lost = await save(completion)
    running--
    saving -= ended.length
    for (const { lane, row, next } of ended) {
      // The row is still in the queue for the lane's new owner. If this node read it again, it would send it again.
      if (lost.has(lane.endpointId) && lanes.get(lane.endpointId) === lane) lanes.drop(lane)
      lane.written(row, next)
    }
    for (const [lane] of verified) lane.hasten()
    starts.bringBack()
    schedule()
  }

  const schedule = (): void => {
    if (waiting.length >= largest && running < atOnce) return void flush()
    if (scheduled || (waiting.length === 0 && health.size === 0)) return
    scheduled = true
    setTimeout(flush, last < often ? lingerMs.seldom : lingerMs.often)
  }

  return {
    add(ended) {
      waiting.push(ended)
      schedule()
    },
    note(lane, verifiedAt) {
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
      const late = setTimeout(() => {
        giveUp = true
      }, patienceMs)
      while (waiting.length + saving > 0) await new Promise(resolve => setTimeout(resolve, lingerMs.seldom))
      clearTimeout(late)
    },
  }
}
