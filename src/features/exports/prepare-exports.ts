import type { AllServices } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { unavailable } from '#http/unavailable.ts'
import { PartlyFailed } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { day, iso, minute, second } from '#lib/clock.ts'
import { codeOf } from '#lib/error-message.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { exportLimits } from './export.ts'
import { failExport } from './fail-export.ts'
import { exportFailures, stalledExport } from './failures.ts'
import { type Fault, faultOf } from './fault.ts'
import { gatherExport, type Outline } from './gather.ts'
import { ExportReleased, type LeasedExport, leaseExport, preparerName, Stalled, stalledAfter } from './lease.ts'
import { LedgerBehind } from './prove.ts'
import {
  type ExportRow,
  exportsToPrepare,
  findExport,
  organizationsWithExportsToPrepare,
  postponeExport,
} from './queries.ts'
import { readFiles } from './read-files.ts'
import { sealBundle } from './seal-bundle.ts'

/** A run starts no step after this time. */
const budgetMs = 20 * second
/** The number of workspaces whose exports are prepared concurrently. */
const maxOrganizations = 4
/** How long an export waits for unavailable storage. */
const storagePatience = day
/** The limits of the pause between two attempts. */
const pauseLimits = { min: 5 * second, max: 2 * minute }

/** Whether the error may go away by itself, so that the export can wait. */
const isTemporary = (error: unknown): boolean =>
  (error instanceof Refusal && error.id === 'unavailable') ||
  error instanceof LedgerBehind ||
  unavailable(error) !== undefined

/** Describes the failure by its step and error class, without the error message, which may quote a record. */
const giveUpMessage = (error: unknown, { stage }: ExportRow): string => {
  if (isTemporary(error)) return exportFailures.unavailable
  const kind = error instanceof Error ? [error.name, codeOf(error)].filter(Boolean).join(' ') : 'unknown error'
  return stalledExport(stage, error instanceof Stalled ? undefined : kind)
}

/** Schedules another attempt, or fails the export if its time is up. Returns whether the export continues. */
const postpone = (leased: LeasedExport, error: unknown): Promise<boolean> =>
  leased.change('evidence.export.postpone', (change, row) => {
    const { tx, now } = change
    const maxWait = isTemporary(error) ? storagePatience : stalledAfter
    const since = row.failing_since?.getTime() ?? now
    if (error instanceof Stalled || now - since >= maxWait) {
      failExport(change, row, { message: giveUpMessage(error, row), resourceId: null })
      return false
    }
    const pause = Math.min(
      pauseLimits.max,
      Math.max(pauseLimits.min, now - since),
      Math.max(second, since + maxWait - now),
    )
    tx.write(postponeExport, { id: leased.id, failingSince: iso(since), retryAt: iso(now + pause) })
    return true
  })

const fail = (leased: LeasedExport, { type, message, resourceId }: Fault): Promise<void> =>
  leased.change('evidence.export.fail', (change, row) => {
    failExport(change, row, { message, resourceId })
    writeSecurityEvent(change, { type, context: { resourceId } })
  })

/** Advances an export while `mayContinue` returns true. */
const advance = async (leased: LeasedExport, mayContinue: () => boolean): Promise<void> => {
  const { services, call, id } = leased
  for (;;) {
    const [row] = await services.db.read(call.organizationId, findExport, { id })
    if (row?.status !== 'preparing' || !mayContinue()) return
    if (row.stage === 'asked') await gatherExport(leased, row.record)
    else if (!(await readFiles(leased, mayContinue))) return
    else {
      const outline: Outline = JSON.parse(row.outline ?? '{}')
      await sealBundle(leased, row.record, outline)
    }
  }
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

const prepare = async (leased: LeasedExport, mayContinue: () => boolean): Promise<void> => {
  try {
    // A hung read may ignore the signal.
    await Promise.race([advance(leased, mayContinue), rejectOnAbort(leased.signal)])
  } catch (error) {
    const isStalled = error instanceof Stalled
    if (error instanceof ExportReleased || (leased.signal.aborted && !isStalled)) return
    const fault = faultOf(error)
    if (fault) return fail(leased, fault)
    const continues = await postpone(leased, error)
    const { organizationId: organization } = leased.call
    const event = continues ? 'export_postponed' : 'export_failed'
    leased.services.log.warn({ event, organization, record: leased.id, error })
    if (!isTemporary(error)) throw error
  }
}

interface RunContext {
  readonly services: AllServices
  readonly runId: string
  readonly signal: AbortSignal
  readonly mayContinue: () => boolean
}

/** Prepares the oldest exports of a workspace, up to the limit of concurrent ones. Returns how many were prepared. */
const prepareOldest = async (
  { services, runId, signal, mayContinue }: RunContext,
  organizationId: string,
): Promise<number> => {
  const now = iso(services.clock.now())
  const oldest = await services.db.read(organizationId, exportsToPrepare, { now, limit: exportLimits.preparing })
  const attempts = oldest.map(async ({ id }) => {
    await using leased = await leaseExport(services, { organizationId, id, runId, signal })
    if (leased) await prepare(leased, mayContinue)
    return leased ? 1 : 0
  })
  const results = await Promise.allSettled(attempts)
  const errors = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
  if (errors.length > 0) throw errors[0]
  return results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
}

const findOrganizations = ({ db, clock }: AllServices) =>
  db.readInstall(organizationsWithExportsToPrepare, { now: iso(clock.now()) })

/**
 * Prepares requested exports (open points "Exports"). If a run dies, another run continues after the files that were
 * already read.
 */
export const prepareExports = job<AllServices>({
  name: preparerName,
  description: 'Gathers, reads and signs the contents of requested evidence bundles.',
  schedule: '5 */5 * * * *',
  check: { every: 5 * second, find: findOrganizations },
  expected: 5 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { id: runId, signal } = running
    const startedAt = performance.now()
    const isOverBudget = () => performance.now() - startedAt >= budgetMs
    const mayContinue = () => !signal.aborted && !isOverBudget()
    const errors: unknown[] = []
    let total = 0
    let prepared = 0
    do {
      prepared = 0
      const waiting = among(running, await findOrganizations(services))
      const prepareWaiting = async () => {
        for (let next = waiting.shift(); next && mayContinue(); next = waiting.shift())
          await prepareOldest({ services, runId, signal, mayContinue }, next.id).then(
            count => {
              prepared += count
            },
            error => {
              errors.push(error)
            },
          )
      }
      await Promise.all(Array.from({ length: maxOrganizations }, prepareWaiting))
      total += prepared
    } while (prepared > 0 && mayContinue())
    if (errors.length > 0) throw new PartlyFailed(errors, total)
    return { processed: total, more: isOverBudget() && !signal.aborted }
  },
})
