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
}

const emptyChapter = (clause: Clause | undefined, depth: number): Chapter => ({
  ...{ id: clause?.id ?? null, clauseKey: clause?.key ?? null, title: clause?.title ?? null, depth },
  ...{ applicable: 0, notApplicable: 0, proven: 0, partlyProven: 0 },
})

const count = (chapter: Chapter, state: NonNullable<Clause['state']>): void => {
  if (state === 'not_applicable') chapter.notApplicable++
  else chapter.applicable++
  if (state === 'proven') chapter.proven++
  if (state === 'partly_proven') chapter.partlyProven++
}

/**
 * Adds up clauses by top-level clause and by those of its children that contain others; the entry without id counts
 * the rest. Clauses come in order, parents first. A clause whose parent is withdrawn is top-level.
 */
export const chaptersOf = (clauses: readonly Clause[]): Chapter[] => {
  const parentKeys = new Set(clauses.map(({ parent }) => parent))
  const outside = emptyChapter(undefined, 0)
  const chapters: Chapter[] = []
  /** The chapter and the section of each clause, by its key. */
  const places = new Map<string, readonly Chapter[]>()
  for (const clause of clauses) {
    const above = clause.parent === null ? undefined : places.get(clause.parent)
    const within = above ?? []
    const opens = parentKeys.has(clause.key) && within.length < 2
    const own = opens ? emptyChapter(clause, within.length) : undefined
    if (own) chapters.push(own)
    const chain = own ? [...within, own] : within
    places.set(clause.key, chain)
    if (clause.state !== null) for (const chapter of chain.length > 0 ? chain : [outside]) count(chapter, clause.state)
  }
  const counted = chapters.filter(({ applicable, notApplicable }) => applicable + notApplicable > 0)
  return outside.applicable + outside.notApplicable > 0 ? [...counted, outside] : counted
}
