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

/** The counts of the states of clauses that apply; the rest are unproven. */
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
