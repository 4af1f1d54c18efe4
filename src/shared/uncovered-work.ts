import type { Statement } from '#db/statement.ts'
import { workStart } from './work-position.ts'
import { type WorkQuery, type WorkServices, workSourcesOf, workValues } from './work-reading.ts'
import type { WorkKind, WorkSource } from './work-source.ts'

/** Work of one kind that waits for a person, and that their deputy cannot do. */
interface UncoveredWork {
  readonly kind: WorkKind
  readonly count: number
  /** Whether the search stopped at its limit, so that more may exist. */
  readonly more: boolean
}

type IdStatement = Statement<{ id: string | null; more: boolean }, Readonly<Record<string, unknown>>>

/**
 * Counts the work that waits for a person alone and that no deputy gets: because its kind is personal, or because the
 * deputy's role, units or part in the record rule it out. The deputy is checked for exactly the records that need the
 * person. Without a deputy, counts all of it.
 */
export const countUncovered = async (
  { db, workSources }: WorkServices,
  principal: WorkQuery,
  deputy: WorkQuery | undefined,
  now: number,
): Promise<UncoveredWork[]> => {
  const idsFor = async (worker: WorkQuery, source: WorkSource, statement: IdStatement, of: readonly string[]) => {
    const values = { ...workValues(worker, now, 1)(source, workStart), principals: [principal.id], ids: of }
    const rows = await db.read(worker.bounds, statement, values)
    return { ids: rows.flatMap(({ id }) => id ?? []), more: rows.some(({ more }) => more) }
  }
  const sources = workSourcesOf(workSources, principal.role)
  const counted = sources.map(async (source): Promise<UncoveredWork> => {
    const { kind, cover, roles } = source
    if (!cover) return { kind, count: 0, more: false }
    const { ids, more } = await idsFor(principal, source, cover.ids, [])
    const isTaken = deputy !== undefined && cover.taken !== undefined && roles.includes(deputy.role) && ids.length > 0
    const taken = isTaken ? (await idsFor(deputy, source, cover.taken, ids)).ids : []
    return { kind, count: ids.length - taken.length, more }
  })
  return (await Promise.all(counted)).filter(({ count, more }) => count > 0 || more)
}
