import type { Work, WorkDue } from './work.ts'
import { readWorkPosition, type WorkPosition, workEnd, workStart, writeWorkPosition } from './work-position.ts'
import {
  combineWork,
  mergeWork,
  readWorkSources,
  type WorkQuery,
  type WorkServices,
  type WorkSourcePage,
  week,
  workPageOf,
  workSourcesOf,
  workValues,
} from './work-reading.ts'
import type { WorkKind } from './work-source.ts'

interface WorkPage {
  readonly now: number
  readonly kind?: WorkKind | undefined
  readonly due?: WorkDue | undefined
  /** Whether to group the work by kind, in the order of `workKinds`. */
  readonly grouped?: boolean | undefined
  readonly position?: string | undefined
  readonly limit: number
}

interface WorkRange {
  readonly from: WorkPosition
  readonly before: WorkPosition
}

/** The due times of each filter. No filter includes work without a due date. */
const dueRanges: Readonly<Record<WorkDue, (now: number) => WorkRange>> = {
  late: now => ({ from: workStart, before: { at: now, id: '' } }),
  week: now => ({ from: { at: now, id: '' }, before: { at: now + week, id: '' } }),
}

const writeGroupPosition = (group: number, last: WorkPosition): string =>
  String(group).padStart(2, '0') + (last === workStart ? '' : writeWorkPosition(last))

const readGroupPosition = (position: string): { group: number; after: string } => ({
  group: Number(position.slice(0, 2)),
  after: position.slice(2),
})

/**
 * Appends the pages of consecutive sources, the first of which has the index `first`. The result ends when it is full,
 * or where a source stopped searching.
 */
const appendWork = (pages: readonly WorkSourcePage[], first: number, limit: number) => {
  const work: Work[] = []
  for (const [i, { entries, horizon }] of pages.entries()) {
    const free = limit - work.length
    work.push(...entries.slice(0, free).map(entry => entry.work))
    const last = entries.length > free ? (entries[free - 1]?.position ?? workStart) : horizon
    if (last !== workEnd) return { work, next: writeGroupPosition(first + i, last) }
  }
  return { work, next: undefined }
}

/**
 * Reads a person's work from one database snapshot, sorted by due date or waiting time; if grouped, first by kind.
 */
export const readWork = async (
  { db, workSources }: WorkServices,
  worker: WorkQuery,
  { now, kind, due, grouped = false, position = '', limit }: WorkPage,
): Promise<{ work: Work[]; next: string | undefined }> => {
  const range = due ? dueRanges[due](now) : { from: workStart, before: workEnd }
  const matchingSources = workSourcesOf(workSources, worker.role).filter(
    source => (!kind || source.kind === kind) && (!due || !('prefix' in source.order)),
  )
  const { group, after } = grouped ? readGroupPosition(position) : { group: 0, after: position }
  const from = after === '' ? range.from : readWorkPosition(after)
  const sources = matchingSources.slice(group)
  const values = workValues(worker, now, limit + 1)
  const { work, ...read } = await readWorkSources(db, {
    worker,
    now,
    sources,
    statementOf: ({ page }) => page,
    valuesOf: (source, i) => values(source, grouped && i > 0 ? range.from : from),
  })
  const pages = sources.map((source, i) => {
    const { own = [], asDeputy = [] } = work[i] ?? {}
    return combineWork([own, asDeputy].map(rows => workPageOf(source, rows, { now, ...read }, range.before)))
  })
  return grouped ? appendWork(pages, group, limit) : mergeWork(pages, limit)
}
