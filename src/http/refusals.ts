import type { Database } from '#db/database.ts'
import { second } from '#lib/clock.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import type { Log } from '#lib/log.ts'
import { anonymous } from './access.ts'
import { type AuditedCall, writeAuditEvent } from './audit.ts'

interface AccessRefusal {
  readonly call: AuditedCall & { readonly organizationId: string }
  /** The action of the endpoint. */
  readonly action: string
  /** The error identifier, or a short reason. */
  readonly why: string
  /** The record concerned, such as a person. */
  readonly resourceId?: string
}

/** Writes refusals of access to the audit trail. */
export interface Refusals extends AsyncDisposable {
  /**
   * Writes a row for a refusal of an identified caller, before the response is sent. Rate limits bound the number of
   * such rows.
   */
  record(refusal: AccessRefusal): Promise<void>
  /**
   * Counts a refusal that can occur at any rate: of an unidentified caller, or because of a rate limit. Refusals of one
   * caller, or about one record, become at most one row per second, with their number.
   */
  count(refusal: AccessRefusal): void
  /** Writes the pending counts. */
  flush(): Promise<void>
}

/** Refusals of one caller, or about one record, that are not written yet. */
interface Tally {
  /** The first refusal. */
  readonly refusal: AccessRefusal
  readonly kinds: Map<string, { action: string; why: string; times: number }>
}

/** How many callers and records of an organization get separate rows in a second; the others share a row. */
const maxSubjects = 10
/** How many kinds of refusals a row counts separately; the others are counted together. */
const maxKinds = 20
const otherKinds = { action: 'request', why: 'others' }

const withCount = (why: string, times: number): string => (times === 1 ? why : `${why} (${times} times)`)

const summary = ({ kinds }: Tally): { action: string; detail: string } => {
  const rows = [...kinds.values()]
  const [first] = rows
  const action = first && rows.every(row => row.action === first.action) ? first.action : otherKinds.action
  const details = rows.map(row => withCount(row.action === action ? row.why : `${row.action} ${row.why}`, row.times))
  return { action, detail: details.join(', ') }
}

const add = ({ kinds }: Tally, refusal: Pick<AccessRefusal, 'action' | 'why'>, times = 1): void => {
  const name = ({ action, why }: Pick<AccessRefusal, 'action' | 'why'>) => `${action} ${why}`
  const { action, why } = kinds.size < maxKinds || kinds.has(name(refusal)) ? refusal : otherKinds
  const kind = kinds.get(name({ action, why })) ?? { action, why, times: 0 }
  kind.times += times
  kinds.set(name(kind), kind)
}

export const createRefusals = (db: Database, log: Log): Refusals => {
  let tallies = new Map<string, Tally>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let flushedAt = Number.NEGATIVE_INFINITY
  const report = createFailureReport({ fails: 'refusals_not_written', works: 'refusals_written' }, line =>
    log.error(line),
  )

  const write = ({ call, resourceId = '' }: AccessRefusal, action: string, detail: string) =>
    db.transaction(call.organizationId, tx =>
      writeAuditEvent(call, tx, resourceId, { action, outcome: 'refused', detail }),
    )

  const openTally = (key: string, refusal: AccessRefusal): Tally => {
    const tally = { refusal, kinds: new Map() }
    tallies.set(key, tally)
    return tally
  }

  const tallyFor = (refusal: AccessRefusal): Tally => {
    const { call, resourceId = '' } = refusal
    const { organizationId } = call
    const key = JSON.stringify([organizationId, call.actor.id, resourceId])
    const existing = tallies.get(key)
    if (existing) return existing
    const subjects = tallies.values().filter(({ refusal: { call } }) => call.organizationId === organizationId)
    const isCrowded = subjects.take(maxSubjects).toArray().length >= maxSubjects
    if (!isCrowded) return openTally(key, refusal)
    const shared = { ...call, actor: { ...anonymous, organizationId } }
    return tallies.get(organizationId) ?? openTally(organizationId, { ...refusal, call: shared, resourceId: '' })
  }

  const writeAll = async (): Promise<void> => {
    const pending = tallies
    tallies = new Map()
    for (const tally of pending.values()) {
      const { action, detail } = summary(tally)
      await write(tally.refusal, action, detail).then(report.worked, (error: unknown) => {
        report.failed(error)
        for (const kind of tally.kinds.values()) add(tallyFor(tally.refusal), kind, kind.times)
      })
    }
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    flushedAt = performance.now()
    writing = writing.then(writeAll)
    return writing
  }

  return {
    record: refusal => write(refusal, refusal.action, refusal.why),
    count(refusal) {
      add(tallyFor(refusal), refusal)
      // Writes the first refusal after a quiet second immediately.
      timer ??= setTimeout(flush, Math.max(0, flushedAt + second - performance.now()))
      timer.unref()
    },
    flush,
    [Symbol.asyncDispose]: flush,
  }
}
