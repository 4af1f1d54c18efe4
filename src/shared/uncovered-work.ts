import type { Statement } from '#db/statement.ts'
import { workStart } from './work-position.ts'
import { type WorkQuery, type WorkServices, workSourcesOf, workValues } from './work-reading.ts'
import type { WorkKind, WorkOverviewRow, WorkSource } from './work-source.ts'

/** Work of one kind that waits for a person, and that their deputy cannot do. */
interface UncoveredWork {
  readonly kind: WorkKind
  readonly count: number
  /** Whether the search stopped at its limit, so that more may exist. */
  readonly more: boolean
}

type Overview = Statement<WorkOverviewRow, Readonly<Record<string, unknown>>>

/**
 * Counts the work that waits for a person alone and that no deputy gets: because its kind is personal, or because the
 * deputy's role, units or part in the record rule it out. Without a deputy, counts all of it.
 */
export const countUncovered = async (
  { db, workSources }: WorkServices,
  principal: WorkQuery,
  deputy: WorkQuery | undefined,
  now: number,
): Promise<UncoveredWork[]> => {
  const countFor = async (worker: WorkQuery, source: WorkSource, statement: Overview) => {
    const values = { ...workValues(worker, now, 1)(source, workStart), principals: [principal.id] }
    const [row] = await db.read(worker.bounds, statement, values)
    return { count: row?.count ?? 0, more: row?.more ?? false }
  }
  const sources = workSourcesOf(workSources, principal.role).filter(one => one.forDeputy ?? one.isPersonal)
  const counted = sources.map(async (source): Promise<UncoveredWork> => {
    const { kind, forDeputy, roles } = source
    const all = await countFor(principal, source, (forDeputy ?? source).overview)
    const isTaken = deputy !== undefined && forDeputy !== undefined && roles.includes(deputy.role)
    const taken = isTaken ? await countFor(deputy, source, forDeputy.overview) : { count: 0 }
    return { kind, count: Math.max(0, all.count - taken.count), more: all.more }
  })
  return (await Promise.all(counted)).filter(({ count, more }) => count > 0 || more)
}
