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

const noWork = { count: 0, late: 0, week: 0, more: false }

/** Adds the counts of a person's own work and of the work that they do for others; no record is in both. */
const addCounts = (sums: typeof noWork, row: WorkOverviewRow | undefined): typeof noWork =>
  row
    ? {
        count: sums.count + row.count,
        late: sums.late + row.late,
        week: sums.week + row.week,
        more: sums.more || row.more,
      }
    : sums

/** Counts the work of each kind that has any, and returns the first records by due date, from one database snapshot. */
export const readWorkOverview = async (
  { db, workSources }: WorkServices,
  worker: WorkQuery,
  { now, limit }: OverviewRequest,
): Promise<{ counts: WorkCount[]; work: Work[] }> => {
  const sources = workSourcesOf(workSources, worker.role)
  const values = workValues(worker, now, limit)
  const { work, ...read } = await readWorkSources(db, {
    worker,
    now,
    sources,
    statementOf: ({ overview }) => overview,
    valuesOf: source => values(source, workStart),
  })
  const counts = sources.flatMap(({ kind }, i): WorkCount[] => {
    const sums = [work[i]?.own[0], work[i]?.asDeputy[0]].reduce(addCounts, noWork)
    return sums.count === 0 && !sums.more ? [] : [{ kind, ...sums }]
  })
  const pages = sources.flatMap((source, i) => {
    const { own = [], asDeputy = [] } = work[i] ?? {}
    return {
      horizon: workEnd,
      entries: [...own, ...asDeputy].flatMap(({ id, record, due, open, behalf }) =>
        id === null || record === null
          ? []
          : [renderWork(source, { id, record, due, open, ...(behalf && { behalf }) }, { now, ...read })],
      ),
    }
  })
  return { counts, work: mergeWork(pages, limit).work }
}
