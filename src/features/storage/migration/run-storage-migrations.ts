import { setTimeout as delay } from 'node:timers/promises'
import type { AllServices } from '#http/call.ts'
import { PartlyFailed } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { iso, minute, second } from '#lib/clock.ts'
import type { Slice } from '#lib/governor.ts'
import { copyBatch, type Progress } from './copy-files.ts'
import type { MigrationStatus } from './migration.ts'
import { type LeasedMigration, leaseMigration, MigrationReleased, runnerName } from './migration-lease.ts'
import { findMigration } from './migration-queries.ts'
import {
  countLeftToCopy,
  findMigrationsToRun,
  organizationsWithStorageMigrations,
  recordRemaining,
} from './migration-work-queries.ts'
import { removeBatch } from './remove-files.ts'
import { beginDeleting, settleCopying, settleDeleting } from './settle-migration.ts'
import { removeCondemned, tidyAttempts } from './tidy-copies.ts'

/** After this time, a run begins a turn only while another organization's turn is in progress. */
const budgetMs = 20 * second
const maxOrganizations = 8

const runUntilProgress = async (
  leased: LeasedMigration,
  ...steps: readonly ((leased: LeasedMigration) => Promise<Progress>)[]
): Promise<Progress> => {
  for (const step of steps) {
    const progress = await step(leased)
    if (progress !== 'nothing') return progress
  }
  return 'waits'
}

// While deleting, copies again: an upload that began before the target became active may have reached the source later.
const workByStatus: Readonly<Partial<Record<MigrationStatus, (leased: LeasedMigration) => Promise<Progress>>>> = {
  copying: leased => runUntilProgress(leased, copyBatch, settleCopying),
  holding: beginDeleting,
  deleting: leased => runUntilProgress(leased, removeBatch, copyBatch, settleDeleting),
}

const countRemaining = (leased: LeasedMigration): Promise<void> =>
  leased.change('storage.migration.count', async ({ tx }, { id, source_id: sourceId, target_id: targetId, status }) => {
    if (status !== 'copying') return
    const [remaining] = await tx.query(countLeftToCopy, { migrationId: id, sourceId, targetId })
    if (remaining) tx.write(recordRemaining, { id, ...remaining, measured: null })
  })

const takeTurn = async (leased: LeasedMigration): Promise<Progress> => {
  const removedCount = (await tidyAttempts(leased)) + (await removeCondemned(leased))
  const [row] = await leased.services.db.read(leased.organizationId, findMigration, { id: leased.id })
  const progress = row && !row.paused ? await workByStatus[row.status]?.(leased) : undefined
  return progress === 'worked' || removedCount > 0 ? 'worked' : 'waits'
}

interface RunContext {
  readonly services: AllServices
  readonly runId: string
  readonly signal: AbortSignal
  readonly slice: Slice
  readonly mayBegin: () => boolean
}

/** Runs turns while work remains; returns their number. */
const runMigration = async (context: RunContext, organizationId: string, id: string) => {
  const { services, runId, signal, slice, mayBegin } = context
  let turns = 0
  await using leased = await leaseMigration(services, { organizationId, id, runId, signal, slice })
  if (!leased) return turns
  try {
    await countRemaining(leased)
    do turns++
    while ((await takeTurn(leased)) === 'worked' && mayBegin() && !leased.signal.aborted)
  } catch (error) {
    if (!(error instanceof MigrationReleased) && !leased.signal.aborted) throw error
  }
  return turns
}

const runOrganization = async (context: RunContext, organizationId: string): Promise<number> => {
  const { db, clock } = context.services
  const migrations = await db.read(organizationId, findMigrationsToRun, { now: iso(clock.now()) })
  let turns = 0
  for (const { id } of migrations) turns += await runMigration(context, organizationId, id)
  return turns
}

const findOrganizations = ({ db, clock }: AllServices) =>
  db.readInstall(organizationsWithStorageMigrations, { now: iso(clock.now()) })

/** Moves files of several organizations concurrently, each at its own rate. */
export const runStorageMigrations = job<AllServices>({
  name: runnerName,
  description: 'Copies, checks and removes the next files of storage migrations.',
  schedule: '40 */5 * * * *',
  check: { every: 10 * second, find: findOrganizations },
  expected: 5 * minute,
  ofWorkspaces: true,
  async run(services, run) {
    const { id: runId, signal, slice } = run
    const runsInProgress = new Map<string, Promise<void>>()
    const errors: unknown[] = []
    const startedAt = performance.now()
    const startedIds = new Set<string>()
    let turns = 0
    const isOver = () => performance.now() - startedAt >= budgetMs
    const mayBegin = () => !signal.aborted && (!isOver() || runsInProgress.size > 1)
    const context = { services, runId, signal, slice, mayBegin }
    const start = (organizationId: string) => {
      startedIds.add(organizationId)
      const completion = runOrganization(context, organizationId)
        .then(
          count => {
            turns += count
          },
          error => {
            errors.push(error)
          },
        )
        .finally(() => runsInProgress.delete(organizationId))
      runsInProgress.set(organizationId, completion)
    }
    do {
      const waiting = among(run, await findOrganizations(services))
      const unstarted = waiting.filter(({ id }) => !startedIds.has(id))
      if (!signal.aborted) for (const { id } of unstarted.slice(0, maxOrganizations - runsInProgress.size)) start(id)
      const next = delay(second, undefined, { ref: false })
      await Promise.race([Promise.all(runsInProgress.values()), next])
    } while (runsInProgress.size > 0)
    if (errors.length > 0) throw new PartlyFailed(errors, turns)
    return { processed: turns, more: isOver() && !signal.aborted }
  },
})
