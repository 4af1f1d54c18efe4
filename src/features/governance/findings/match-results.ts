import type { Group } from './scan-groups.ts'

/** A fingerprint of a finding of the source. */
export interface Known {
  readonly finding_id: string
  readonly fingerprint: string
  /** The latest that was sent as the fingerprint itself. */
  readonly is_current: boolean
  /** The one that the finding was recorded with. */
  readonly is_first: boolean
  /** Empty where it has none. */
  readonly category: string
}

/** The finding that a result names. */
export interface Match {
  readonly findingId: string
  /** Whether its current fingerprint is among those of the result: only then a decision of people covers the result. */
  readonly namesCurrent: boolean
  /** Those of the fingerprints of the result that the finding has. */
  readonly names: ReadonlySet<string>
  readonly isWithoutCategory: boolean
}

interface Matched {
  readonly matches: ReadonlyMap<string, Match>
  /** Findings that this call names, each by any of its fingerprints: they are not gone. */
  readonly kept: ReadonlySet<string>
}

interface Scanned {
  readonly groups: ReadonlyMap<string, Group>
  readonly untouched: readonly string[]
  /** Empty for none: such a result may name a finding of any category. */
  readonly category: string
  readonly known: readonly Known[]
  /** Findings that other parts of the same scan have taken: a former fingerprint does not name them. */
  readonly taken: ReadonlySet<string>
}

// Those of the same category first, then the one that was recorded with this fingerprint, then the oldest.
const preferred =
  (category: string) =>
  (a: Known, b: Known): number =>
    Number(b.category === category) - Number(a.category === category) ||
    Number(b.is_first) - Number(a.is_first) ||
    (a.finding_id < b.finding_id ? -1 : 1)

/**
 * Finds the finding of each result: by its fingerprint as the one that a finding was recorded with, then by its
 * fingerprint, then by its former ones in their order. Two results never take the same finding.
 */
export const matchResults = ({ groups, untouched, category, known, taken }: Scanned): Matched => {
  const all = Map.groupBy(known, one => one.fingerprint)
  const ofFinding = Map.groupBy(known, one => one.finding_id)
  const order = preferred(category)
  const candidates = (fingerprint: string): Known[] =>
    (all.get(fingerprint) ?? [])
      .filter(one => category === '' || one.category === category || one.category === '')
      .toSorted(order)
  const matches = new Map<string, Match>()
  const used = new Set<string>()
  const take = (group: Group, one: Known | undefined): void => {
    if (!one) return
    const own = ofFinding.get(one.finding_id) ?? []
    const named = new Set([group.fingerprint, ...group.formers])
    used.add(one.finding_id)
    matches.set(group.fingerprint, {
      findingId: one.finding_id,
      namesCurrent: own.some(({ fingerprint, is_current: isCurrent }) => isCurrent && named.has(fingerprint)),
      names: new Set(own.map(({ fingerprint }) => fingerprint)),
      isWithoutCategory: one.category === '',
    })
  }
  const ways: readonly ((group: Group) => Known | undefined)[] = [
    ({ fingerprint }) => candidates(fingerprint).find(one => one.is_first && !used.has(one.finding_id)),
    ({ fingerprint }) => candidates(fingerprint).find(one => !used.has(one.finding_id)),
    ({ formers }) => formers.flatMap(candidates).find(({ finding_id: id }) => !used.has(id) && !taken.has(id)),
  ]
  for (const way of ways)
    for (const group of groups.values()) if (!matches.has(group.fingerprint)) take(group, way(group))
  const named = [...groups.keys(), ...untouched].flatMap(fingerprint => all.get(fingerprint) ?? [])
  return { matches, kept: new Set([...used, ...named.map(({ finding_id: id }) => id)]) }
}
