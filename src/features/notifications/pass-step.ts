import type { Transaction } from '#db/database.ts'
import type { Provided, Services } from '#http/call.ts'
import { day, hour, iso } from '#lib/clock.ts'
import { differencesOf, type WantedRow } from './differences.ts'
import { escalationDifferences } from './escalations.ts'
import { kindNames, notificationKinds } from './kinds.ts'
import {
  continuePass,
  deleteOldNotifications,
  endNotifications,
  endPass,
  findProgress,
  insertNotifications,
  listEscalationReceivers,
  listOpenEscalations,
  listOpenNotifications,
  listPeopleToNotify,
  moveNotifications,
  startPass,
} from './pass-queries.ts'
import { type NotifiedPerson, readProblems, readReasons } from './reasons.ts'
import { nextDay } from './steps.ts'

export type Notifying = Services & Provided<'workSources' | 'problemSources'>

/** The number of people in one step. */
const peoplePerStep = 50
const maxDeleted = 1000
/** How long rows stay after they ended or, if reading ends them, were read. */
const keptFor = 90 * day
/** How long rows stay that end when they are read, and never were. */
const unreadKeptFor = 365 * day
/** A pass starts at the earliest this long after the last one, in milliseconds. */
const minPause = 10_000
/** The pause after a pass, as a multiple of its duration, so that passes take at most a hundredth of the time. */
const pauseFactor = 99

/** How long at most until the end of a problem is noticed. */
const problemInterval = hour
/** The maximum number of administrators to whom overdue work is escalated. */
const maxReceivers = 50

/** The kinds that end when they are read. */
const readKinds = kindNames.filter(kind => notificationKinds[kind].ends === 'read')
/** The kinds that do not follow from a person's own work. */
const otherKinds = [...readKinds, 'escalated']

/** Another node has continued the pass. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

const requireVersion = (rows: readonly unknown[]): void => {
  if (rows.length === 0) throw new Overtaken('another node continued the pass')
}

const groupByUnits = (people: readonly NotifiedPerson[]): NotifiedPerson[][] => [
  ...Map.groupBy(people, ({ unit_ids }) => unit_ids?.toSorted().join() ?? '*').values(),
]

/** Reads the reasons of people, each with the rights of that person. */
const readReasonsOf = async (services: Notifying, organizationId: string, people: readonly NotifiedPerson[]) => {
  const now = services.clock.now()
  const active = people.filter(({ disabled }) => !disabled)
  const groups: Awaited<ReturnType<typeof readReasons>>[] = []
  for (const group of groupByUnits(active))
    groups.push(await readReasons(services, { organizationId, units: group[0]?.unit_ids ?? null }, group, now))
  const problems = await readProblems(services, organizationId, active, now)
  return {
    problems,
    reasons: groups.flatMap(({ reasons }) => reasons),
    asDeputies: groups.flatMap(({ asDeputies }) => asDeputies),
    horizons: groups.flatMap(({ horizons }) => horizons),
  }
}

const writeRows = ({ ids }: Notifying, tx: Transaction, inserts: readonly WantedRow[], now: number): void => {
  if (inserts.length === 0) return
  const rows = inserts.map(row => ({ ...row, id: ids.next('ntf', now) }))
  tx.write(insertNotifications, { rows: JSON.stringify(rows), now: iso(now) })
}

interface EndingPass {
  readonly version: number
  readonly zone: string
  /** In milliseconds. */
  readonly elapsed: number
}

const finishPass = (services: Notifying, organizationId: string, { version, zone, elapsed }: EndingPass) =>
  services.db.transaction(organizationId, async tx => {
    const now = services.clock.now()
    tx.write(deleteOldNotifications, {
      ...{ before: iso(now - keptFor), unreadBefore: iso(now - unreadKeptFor), readKinds, limit: maxDeleted },
    })
    const resumeAt = now + Math.max(minPause, Math.ceil(elapsed * pauseFactor))
    const nextAt = nextDay({ now, zone })
    requireVersion(await tx.query(endPass, { version, nextAt: iso(nextAt), resumeAt: iso(resumeAt) }))
  })

/** The result of a step: the number of rows that it wrote, and whether the pass continues. */
interface StepResult {
  readonly processed: number
  readonly more: boolean
}

/**
 * Computes the notifications of the next people of a workspace. Each step adds its duration to that of the pass, which
 * later runs and other nodes may continue.
 */
export const notifyNextPeople = async (services: Notifying, organizationId: string): Promise<StepResult> => {
  const { db, clock } = services
  const [progress] = await db.read(organizationId, findProgress, {})
  if (!progress) return { processed: 0, more: false }
  const { walked, time_zone: zone } = progress
  let { version } = progress
  const start = performance.now()
  const earlier = walked === null ? 0 : progress.elapsed_ms
  const elapsedUntilNow = () => Math.ceil(earlier + performance.now() - start)
  try {
    if (walked === null) {
      const started = await db.transaction(organizationId, tx => tx.query(startPass, { version }))
      requireVersion(started)
      version++
    }
    const people = await db.read(organizationId, listPeopleToNotify, { after: walked ?? '', limit: peoplePerStep })
    const last = people.at(-1)
    if (!last) {
      await finishPass(services, organizationId, { version, zone, elapsed: elapsedUntilNow() })
      return { processed: 0, more: false }
    }
    const { reasons, asDeputies, problems, horizons } = await readReasonsOf(services, organizationId, people)
    const personIds = people.map(({ id }) => id)
    const [open, escalated, receivers] = await Promise.all([
      db.read(organizationId, listOpenNotifications, { personIds, otherKinds }),
      db.read(organizationId, listOpenEscalations, { personIds }),
      db.read(organizationId, listEscalationReceivers, { nowTime: iso(clock.now()), limit: maxReceivers }),
    ])
    const now = clock.now()
    const today = { now, zone }
    const own = differencesOf(open, [...reasons, ...asDeputies, ...problems], horizons, today)
    const receiversOf = (ownerId: string) => receivers.map(({ id }) => id).filter(id => id !== ownerId)
    const others = escalationDifferences(escalated, reasons, progress.after_days, receiversOf, today)
    const inserts = [...own.inserts, ...others.inserts]
    const endedIds = [...own.endedIds, ...others.endedIds]
    const moves = [...own.moves, ...others.moves]
    const problemsAt = problems.some(({ since = 0 }) => since <= now) ? now + problemInterval : Number.POSITIVE_INFINITY
    const nextAt = Math.min(own.nextAt, others.nextAt, problemsAt)
    await db.transaction(organizationId, async tx => {
      writeRows(services, tx, inserts, now)
      if (endedIds.length > 0) tx.write(endNotifications, { ids: endedIds, now: iso(now) })
      if (moves.length > 0) tx.write(moveNotifications, { rows: JSON.stringify(moves) })
      const next = Number.isFinite(nextAt) ? iso(nextAt) : 'infinity'
      const values = { version, walked: last.id, nextAt: next, elapsed: elapsedUntilNow() }
      requireVersion(await tx.query(continuePass, values))
    })
    return { processed: inserts.length + endedIds.length, more: true }
  } catch (error) {
    if (error instanceof Overtaken) return { processed: 0, more: false }
    throw error
  }
}
