import type { Work } from './work.ts'
import { workEnd, workStart } from './work-position.ts'
import {
  mergeWork,
  readWorkSources,
  renderWork,
  type WorkQuery,
  type WorkServices,
  workSourcesOf,
  workValues,
} from './work-reading.ts'
import type { WorkKind, WorkOverviewRow } from './work-source.ts'

/** The number of records of a kind that need the person's action. */
interface WorkCount extends Pick<WorkOverviewRow, 'count' | 'late' | 'week' | 'more'> {
  readonly kind: WorkKind
}

interface OverviewRequest {
  readonly now: number
  /** The maximum number of records. */
  readonly limit: number
}

/** Counts the work of each kind that has any, and returns the first records by due date, from one database snapshot. */
export const readWorkOverview = async (
  { db, workSources }: WorkServices,
  worker: WorkQuery,
  { now, limit }: OverviewRequest,
): Promise<{ counts: WorkCount[]; work: Work[] }> => {
  const sources = workSourcesOf(workSources, worker.role)
  const values = workValues(worker, now, limit)
  const { rows, zone } = await readWorkSources(
    { db, bounds: worker.bounds },
    sources,
    ({ overview }) => overview,
    source => values(source, workStart),
  )
  const counts = sources.flatMap(({ kind }, i): WorkCount[] => {
    const [row] = rows[i] ?? []
    if (!row || (row.count === 0 && !row.more)) return []
    const { count, late, week, more } = row
    return [{ kind, count, late, week, more }]
  })
  const pages = sources.map((source, i) => ({
    horizon: workEnd,
    entries: (rows[i] ?? []).flatMap(({ id, record, due, open }) =>
      id === null || record === null ? [] : [renderWork(source, { id, record, due, open }, { now, zone })],
    ),
  }))
  return { counts, work: mergeWork(pages, limit).work }
}
