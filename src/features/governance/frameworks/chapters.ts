import type { RowOf } from '#db/statement.ts'
import type { clausesOfChapters } from './chapter-queries.ts'

type Clause = RowOf<typeof clausesOfChapters>

export interface Chapter {
  readonly id: string | null
  readonly clauseKey: string | null
  readonly title: string | null
  readonly depth: number
  applicable: number
  notApplicable: number
  proven: number
  partlyProven: number
  withoutRequirements: number
  unmapped: number
}

const emptyChapter = (clause: Clause | undefined, depth: number): Chapter => ({
  ...{ id: clause?.id ?? null, clauseKey: clause?.key ?? null, title: clause?.title ?? null, depth },
  ...{ applicable: 0, notApplicable: 0, proven: 0, partlyProven: 0, withoutRequirements: 0, unmapped: 0 },
})

/** The count to which each state adds. Unproven clauses have no count of their own. */
const counters = {
  ...{ proven: 'proven', partly_proven: 'partlyProven', without_requirements: 'withoutRequirements' },
  ...{ unmapped: 'unmapped', unproven: undefined, not_applicable: undefined },
} as const satisfies Readonly<Record<NonNullable<Clause['state']>, keyof Chapter | undefined>>

const count = (chapter: Chapter, state: NonNullable<Clause['state']>): void => {
  if (state === 'not_applicable') chapter.notApplicable++
  else chapter.applicable++
  const name = counters[state]
  if (name !== undefined) chapter[name]++
}

/**
 * Counts the clauses of each chapter, which is a top-level clause that contains others, and of each section, which is a
 * child of a chapter that contains others. The entry without an id counts the clauses outside all chapters. The clauses
 * must be in order, parents first. A clause whose parent is withdrawn counts as top-level.
 */
export const chaptersOf = (clauses: readonly Clause[]): Chapter[] => {
  const parentKeys = new Set(clauses.map(({ parent }) => parent))
  const outside = emptyChapter(undefined, 0)
  const chapters: Chapter[] = []
  /** The chapter and the section of each clause, by its key. */
  const chaptersByKey = new Map<string, readonly Chapter[]>()
  for (const clause of clauses) {
    const parentPath = clause.parent === null ? undefined : chaptersByKey.get(clause.parent)
    const parents = parentPath ?? []
    const isChapter = parentKeys.has(clause.key) && parents.length < 2
    const ownChapter = isChapter ? emptyChapter(clause, parents.length) : undefined
    if (ownChapter) chapters.push(ownChapter)
    const path = ownChapter ? [...parents, ownChapter] : parents
    chaptersByKey.set(clause.key, path)
    if (clause.state !== null) for (const chapter of path.length > 0 ? path : [outside]) count(chapter, clause.state)
  }
  const nonEmpty = chapters.filter(({ applicable, notApplicable }) => applicable + notApplicable > 0)
  return outside.applicable + outside.notApplicable > 0 ? [...nonEmpty, outside] : nonEmpty
}
