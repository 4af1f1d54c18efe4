/** A relation between a clause of the source framework and a clause of the target framework, as a mapping states it. */
export interface Relation {
  readonly sourceKey: string
  readonly targetKey: string
  readonly relationship: string
  readonly isPartial?: boolean
}

export interface MappingAnswer {
  readonly clause: string
  readonly control: string
  readonly extent: 'full' | 'partial'
}

/** The extent to which a control that answers the source clause also answers the target clause; undefined for none. */
const extents: ReadonlyMap<string, MappingAnswer['extent'] | undefined> = new Map([
  ...['equal', 'equalto', 'equivalent', 'equivalentto', 'superset', 'supersetof'].map(word => [word, 'full'] as const),
  ...['subset', 'subsetof', 'intersect', 'intersects', 'intersectswith'].map(word => [word, 'partial'] as const),
  ...['norelationship', 'notrelated', 'unrelated', 'none'].map(word => [word, undefined] as const),
])

const normalize = (word: string): string => word.toLowerCase().replace(/[^a-z]/g, '')

/** Returns a function that finds a clause by its key, or by a key that differs only in case if there is just one. */
const keyFinder = <C extends { readonly key: string }>(clauses: readonly C[]) => {
  const exact = new Map(clauses.map(clause => [clause.key, clause]))
  const byLowerCase = Map.groupBy(clauses, ({ key }) => key.toLowerCase())
  return (key: string): C | undefined => {
    const match = exact.get(key)
    if (match) return match
    const [only, ...others] = byLowerCase.get(key.toLowerCase()) ?? []
    return others.length === 0 ? only : undefined
  }
}

export interface Sides {
  readonly sources: readonly { readonly id: string; readonly key: string }[]
  readonly targets: readonly { readonly id: string; readonly key: string; readonly isAssessable: boolean }[]
  /** The links of active controls to source clauses. */
  readonly answers: readonly MappingAnswer[]
}

export interface Proposal {
  readonly clauseId: string
  readonly controlId: string
  readonly targetKey: string
  readonly extent: MappingAnswer['extent']
  readonly relation: Relation
}

/**
 * Returns the links that a mapping yields, one for each control and clause, and the parts of the mapping that yield
 * none.
 */
export const proposalsOf = (relations: readonly Relation[], { sources, targets, answers }: Sides) => {
  const [findSource, findTarget] = [keyFinder(sources), keyFinder(targets)]
  const answersOf = Map.groupBy(answers, ({ clause }) => clause)
  const named = {
    sourceMissing: new Set<string>(),
    targetMissing: new Set<string>(),
    notAssessable: new Set<string>(),
    unknown: new Set<string>(),
    unanswered: new Set<string>(),
  }
  let unrelated = 0
  const proposals = new Map<string, Proposal>()
  for (const relation of relations) {
    const word = normalize(relation.relationship)
    const [source, target] = [findSource(relation.sourceKey), findTarget(relation.targetKey)]
    if (!extents.has(word)) named.unknown.add(relation.relationship)
    if (!source) named.sourceMissing.add(relation.sourceKey)
    if (!target) named.targetMissing.add(relation.targetKey)
    if (!source || !target || !extents.has(word)) continue
    const extent = extents.get(word)
    if (extent === undefined) {
      unrelated++
      continue
    }
    if (!target.isAssessable) {
      named.notAssessable.add(target.key)
      continue
    }
    const sourceAnswers = answersOf.get(source.id) ?? []
    if (sourceAnswers.length === 0) named.unanswered.add(source.key)
    for (const { control, extent: sourceExtent } of sourceAnswers) {
      const isWhole = extent === 'full' && sourceExtent === 'full' && relation.isPartial !== true
      const pair = `${target.id}/${control}`
      if (proposals.has(pair) && !(isWhole && proposals.get(pair)?.extent === 'partial')) continue
      proposals.set(pair, {
        ...{ clauseId: target.id, controlId: control, targetKey: target.key },
        ...{ extent: isWhole ? 'full' : 'partial', relation },
      })
    }
  }
  return { proposals: [...proposals.values()], unrelated, ...named }
}
