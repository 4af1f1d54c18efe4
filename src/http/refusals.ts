import type { Database } from '#db/database.ts'
import { second } from '#lib/clock.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import type { Log } from '#lib/log.ts'
import { anonymous } from './access.ts'
import { type Audited, writeAuditEvent } from './audit.ts'

interface Refused {
  readonly call: Audited & { readonly organizationId: string }
  /** The action of the endpoint. */
  readonly action: string
  /** An error identifier, or a reason in a few words. */
  readonly why: string
  /** The record concerned, such as a person. */
  readonly resourceId?: string
}

/** Writes refusals of access to the audit trail. */
export interface Refusals extends AsyncDisposable {
  /**
   * A refusal of an identified caller, limited by the rate limits: gets its own row, written before the answer is sent.
   */
  record(refused: Refused): Promise<void>
  /**
   * A refusal that can occur at any rate: for an unidentified caller, or past a rate limit. Refusals of one caller, or
   * about one record, become at most one row a second, with their number.
   */
  count(refused: Refused): void
  /** Writes the pending counts. */
  flush(): Promise<void>
}

/** Equal refusals that are not yet written. */
interface Tally {
  /** The first of them. */
  readonly refused: Refused
  readonly kinds: Map<string, { action: string; why: string; times: number }>
}

/** The number of callers and records of one organization that get separate rows in a second; the others share one. */
const maxSubjects = 10
/** The number of kinds that a row counts separately. */
const maxKinds = 20
const rest = { action: 'request', why: 'others' }

const counted = (why: string, times: number): string => (times === 1 ? why : `${why} (${times} times)`)

const summary = ({ kinds }: Tally): { action: string; detail: string } => {
  const rows = [...kinds.values()]
  const [first] = rows
  const action = first && rows.every(row => row.action === first.action) ? first.action : rest.action
  const words = rows.map(row => counted(row.action === action ? row.why : `${row.action} ${row.why}`, row.times))
  return { action, detail: words.join(', ') }
}

const add = ({ kinds }: Tally, refused: Pick<Refused, 'action' | 'why'>, times = 1): void => {
  const name = ({ action, why }: Pick<Refused, 'action' | 'why'>) => `${action} ${why}`
  const { action, why } = kinds.size < maxKinds || kinds.has(name(refused)) ? refused : rest
  const kind = kinds.get(name({ action, why })) ?? { action, why, times: 0 }
  kind.times += times
  kinds.set(name(kind), kind)
}

export const createRefusals = (db: Database, log: Log): Refusals => {
  let tallies = new Map<string, Tally>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let written = Number.NEGATIVE_INFINITY
  const report = createFailureReport({ fails: 'refusals_not_written', works: 'refusals_written' }, line =>
    log.error(line),
  )

  const write = ({ call, resourceId = '' }: Refused, action: string, detail: string) =>
    db.transaction(call.organizationId, tx =>
      writeAuditEvent(call, tx, resourceId, { action, outcome: 'refused', detail }),
    )

  const open = (key: string, refused: Refused): Tally => {
    const tally = { refused, kinds: new Map() }
    tallies.set(key, tally)
    return tally
  }

  const tallyFor = (refused: Refused): Tally => {
    const { call, resourceId = '' } = refused
    const { organizationId } = call
    const key = JSON.stringify([organizationId, call.actor.id, resourceId])
    const own = tallies.get(key)
    if (own) return own
    const subjects = tallies.values().filter(({ refused: { call } }) => call.organizationId === organizationId)
    const isCrowded = subjects.take(maxSubjects).toArray().length >= maxSubjects
    if (!isCrowded) return open(key, refused)
    const several = { ...call, actor: { ...anonymous, organizationId } }
    return tallies.get(organizationId) ?? open(organizationId, { ...refused, call: several, resourceId: '' })
  }

  const writeAll = async (): Promise<void> => {
    const taken = tallies
    tallies = new Map()
    for (const tally of taken.values()) {
      const { action, detail } = summary(tally)
      await write(tally.refused, action, detail).then(report.worked, (error: unknown) => {
        report.failed(error)
        for (const kind of tally.kinds.values()) add(tallyFor(tally.refused), kind, kind.times)
      })
    }
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    written = performance.now()
    writing = writing.then(writeAll)
    return writing
  }

  return {
    record: refused => write(refused, refused.action, refused.why),
    count(refused) {
      add(tallyFor(refused), refused)
      // The first one after a quiet second is written immediately.
      timer ??= setTimeout(flush, Math.max(0, written + second - performance.now()))
      timer.unref()
    },
    flush,
    [Symbol.asyncDispose]: flush,
  }
}
