import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from '#db/database.ts'
import type { Provided, Services } from '#http/call.ts'
import { BlobStoreUnavailable } from '#lib/blob-store.ts'
import { hour, iso, second } from '#lib/clock.ts'
import type { ProbeResult } from '#lib/object-store.ts'
import { readLocked } from '#shared/read-locked.ts'
import { writeOnce, writeSecurityEvent } from '#shared/security-event.ts'
import type { SecurityEventType } from '#shared/security-event-catalogue.ts'
import { storeCodeOf } from '#src/features/storage/s3/errors.ts'
import { type Baseline, baselineOf, type CheckOutcome, checksOf, unopenedChecks } from './checks.ts'
import { quietPeriod } from './damping.ts'
import { roundTrip } from './deviation.ts'
import { type PostureChange, readBaseline, readChecks, renderBaseline, renderChecks, updateChecks } from './posture.ts'
import {
  closeDeviation,
  findSwept,
  forgetDeviations,
  lockSwept,
  openDeviation,
  type SweptRow,
  worsenDeviation,
  writePosture,
} from './posture-queries.ts'
import { writeProbeRun } from './probe-binding.ts'

type NeededServices = Pick<Services, 'db' | 'clock' | 'ids' | 'log' | 'metrics'> & Provided<'objectStores'>

interface Sweep {
  readonly organizationId: string
  readonly bindingId: string
  /** Whether a person requested the sweep: all probes run, and repeat until the state is clear. */
  readonly isRequested?: boolean | undefined
  /** The id of the job run. */
  readonly requestId?: string
  readonly signal?: AbortSignal
}

/** The maximum number of rounds. A changed result is probed again, because a restart may have caused it. */
const maxRounds = 3
const pause = second
/** No round begins later than this; each round takes at most 15 s. */
const lastRoundStart = 14 * second
const fullInterval = hour
const maxDeviations = 200

interface ProbeRound {
  readonly results: readonly ProbeResult[]
  readonly checks: readonly CheckOutcome[]
}

const probeOnce = async (
  { objectStores }: NeededServices,
  { organizationId, bindingId }: Sweep,
  { light, baseline }: { readonly light: boolean; readonly baseline: Baseline },
): Promise<ProbeRound> => {
  try {
    const results = await objectStores.probe(organizationId, bindingId, { light })
    return { results, checks: checksOf(results, baseline) }
  } catch (error) {
    if (!(error instanceof BlobStoreUnavailable)) throw error
    return { results: [], checks: unopenedChecks(storeCodeOf(error)) }
  }
}

const isUndecided = ({ before, after, last }: PostureChange, isRequested: boolean): boolean =>
  last.ok ? isRequested && before.open && after.open : !after.open

const probeUntilSettled = async (
  services: NeededServices,
  sweep: Sweep,
  row: SweptRow,
  full: boolean,
): Promise<ProbeRound[]> => {
  const { isRequested = false, signal } = sweep
  const options = { light: !full, baseline: readBaseline(row) ?? {} }
  const startedAt = performance.now()
  const rounds: ProbeRound[] = []
  for (;;) {
    rounds.push(await probeOnce(services, sweep, options))
    const { changes } = updateChecks(
      readChecks(row),
      rounds.map(({ checks }) => checks),
      services.clock.now(),
    )
    const isOver = rounds.length >= maxRounds || performance.now() - startedAt > lastRoundStart || signal?.aborted
    if (isOver || !changes.some(change => isUndecided(change, isRequested))) return rounds
    await delay(pause)
  }
}

const eventTypeOf = ({ check, after }: PostureChange): SecurityEventType | undefined => {
  if (check !== roundTrip) return after.open ? 'storageOperationsPostureDrift' : undefined
  return after.open ? 'storageOperationsActiveBindingUnavailable' : 'storageOperationsActiveBindingRestored'
}

interface WriteContext {
  readonly services: NeededServices
  readonly sweep: Sweep
  readonly tx: Transaction
  readonly now: number
}

const writeDeviation = (
  { services: { ids }, sweep: { bindingId }, tx, now }: WriteContext,
  change: PostureChange,
): void => {
  const { check, before, after, last, failures } = change
  const { stops } = last
  const details = { bindingId, check, stops, code: last.code ?? null, failures, at: iso(now) }
  if (!before.open && after.open) {
    tx.write(openDeviation, { ...details, id: ids.next('sdv', now), since: iso(after.failingSince ?? now) })
    tx.write(forgetDeviations, { bindingId, keep: maxDeviations })
  } else if (before.open && !after.open) tx.write(closeDeviation, { bindingId, check, at: iso(now) })
  else if (after.open && !last.ok) tx.write(worsenDeviation, details)
}

/** How far back failed uploads and reads may already have recorded the event, in milliseconds. */
const reportWindow = ({ failingSince }: PostureChange, now: number): number =>
  Math.max(quietPeriod, now - (failingSince ?? now))

const reportChange = async ({ services, sweep, tx, now }: WriteContext, change: PostureChange): Promise<void> => {
  const { organizationId, bindingId, requestId } = sweep
  const { check, mustReport, last, failingSince, failures } = change
  const type = mustReport ? eventTypeOf(change) : undefined
  if (!type) return
  const context = {
    bindingId,
    check,
    count: failures,
    ...(last.code && { code: last.code }),
    ...(failingSince !== null && { firstSeenAt: iso(failingSince) }),
  }
  const recording = { ...services, organizationId, tx, ...(requestId && { requestId }) }
  if (type === 'storageOperationsActiveBindingUnavailable')
    await writeOnce(recording, { type, context }, reportWindow(change, now), 'bindingId')
  else writeSecurityEvent(recording, { type, context })
}

const writeSweep = async (writeContext: WriteContext, rounds: readonly ProbeRound[], full: boolean): Promise<void> => {
  const { services, sweep, tx, now } = writeContext
  const { bindingId } = sweep
  const [row] = await readLocked(tx, lockSwept, findSwept, { id: bindingId })
  if (!row || (row.status !== 'active' && row.status !== 'draining')) return
  const { checks, changes } = updateChecks(
    readChecks(row),
    rounds.map(round => round.checks),
    now,
  )
  for (const change of changes) {
    writeDeviation(writeContext, change)
    if (row.status === 'active') await reportChange(writeContext, change)
  }
  const results = rounds.at(-1)?.results ?? []
  const opens = changes.some(({ before, after }) => !before.open && after.open)
  const isWhole = full && changes.some(({ check, last }) => check === roundTrip && last.ok)
  if (results.length > 0 && (full || opens))
    writeProbeRun({ tx, ids: services.ids, now }, { bindingId, cause: 'sweep', results })
  const baseline = readBaseline(row) ?? (isWhole ? baselineOf(results) : undefined)
  tx.write(writePosture, {
    bindingId,
    at: iso(now),
    soon: Object.values(checks).some(({ failingSince }) => failingSince !== null),
    probedAt: isWhole ? iso(now) : row.probed_at && iso(row.probed_at.getTime()),
    baseline: baseline ? renderBaseline(baseline) : null,
    baselineOf: baseline && row.activated_at ? iso(row.activated_at.getTime()) : null,
    checks: renderChecks(checks),
  })
}

/**
 * Checks whether a binding in use still behaves as it did when it was activated; records opened and closed deviations
 * and security events. Holds no lock while it probes the provider. Returns whether the binding is in use.
 */
export const sweepBinding = async (services: NeededServices, sweep: Sweep): Promise<boolean> => {
  const { db, clock } = services
  const { organizationId, bindingId, isRequested = false } = sweep
  const [row] = await db.read(organizationId, findSwept, { id: bindingId })
  if (!row || (row.status !== 'active' && row.status !== 'draining')) return false
  const full = isRequested || !row.probed_at || row.probed_at.getTime() <= clock.now() - fullInterval
  const rounds = await probeUntilSettled(services, sweep, row, full)
  await db.transaction(organizationId, tx => writeSweep({ services, sweep, tx, now: clock.now() }, rounds, full))
  return true
}
