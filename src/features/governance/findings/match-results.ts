import type { ResultGroup } from './scan-groups.ts'

/** A stored fingerprint of one of the source's findings. */
export interface KnownFingerprint {
  readonly finding_id: string
  readonly fingerprint: string
  /** Whether this is the last fingerprint that the source sent as the current one. */
  readonly is_current: boolean
  /** Whether the finding was recorded with this fingerprint. */
  readonly is_first: boolean
  /** The finding's category, or an empty string. */
  readonly category: string
}

/** The finding that a result identifies. */
export interface Match {
  readonly findingId: string
  /** Whether the result names the finding's current fingerprint: only then can a decision by people cover it. */
  readonly namesCurrent: boolean
  /** The fingerprints of the result that the finding has. */
  readonly names: ReadonlySet<string>
  readonly isWithoutCategory: boolean
}

interface MatchedResults {
  readonly matches: ReadonlyMap<string, Match>
  /** Findings that this call names by any of their fingerprints, so they do not count as missing. */
  readonly kept: ReadonlySet<string>
}

interface ScanInput {
  readonly groups: ReadonlyMap<string, ResultGroup>
  readonly untouched: readonly string[]
  /** The category, or an empty string if a result may name a finding of any category. */
  readonly category: string
  readonly knownFingerprints: readonly KnownFingerprint[]
  /** Findings that other parts of the same scan matched or created. A former fingerprint does not match them again. */
  readonly findingsOfOtherParts: ReadonlySet<string>
}

// Same category first, then the finding recorded with this fingerprint, then the oldest.
const byPreference =
  (category: string) =>
  (a: KnownFingerprint, b: KnownFingerprint): number =>
    Number(b.category === category) - Number(a.category === category) ||
    Number(b.is_first) - Number(a.is_first) ||
    (a.finding_id < b.finding_id ? -1 : 1)

/**
 * Matches each result to a finding: first the one recorded with its fingerprint, then one that has its fingerprint,
 * then one that has a former fingerprint, in their order. Two results never match the same finding.
 */
export const matchResults = ({
  groups,
  untouched,
  category,
  knownFingerprints,
  findingsOfOtherParts,
}: ScanInput): MatchedResults => {
  const byFingerprint = Map.groupBy(knownFingerprints, known => known.fingerprint)
  const byFinding = Map.groupBy(knownFingerprints, known => known.finding_id)
  const order = byPreference(category)
  const candidates = (fingerprint: string): KnownFingerprint[] =>
    (byFingerprint.get(fingerprint) ?? [])
      .filter(known => category === '' || known.category === category || known.category === '')
      .toSorted(order)
  const matches = new Map<string, Match>()
  const used = new Set<string>()
  const recordMatch = (group: ResultGroup, known: KnownFingerprint | undefined): void => {
    if (!known) return
    const own = byFinding.get(known.finding_id) ?? []
    const named = new Set([group.fingerprint, ...group.formerFingerprints])
    used.add(known.finding_id)
    matches.set(group.fingerprint, {
      findingId: known.finding_id,
      namesCurrent: own.some(({ fingerprint, is_current: isCurrent }) => isCurrent && named.has(fingerprint)),
      names: new Set(own.map(({ fingerprint }) => fingerprint)),
      isWithoutCategory: known.category === '',
    })
  }
  const strategies: readonly ((group: ResultGroup) => KnownFingerprint | undefined)[] = [
    ({ fingerprint }) => candidates(fingerprint).find(known => known.is_first && !used.has(known.finding_id)),
    ({ fingerprint }) => candidates(fingerprint).find(known => !used.has(known.finding_id)),
    ({ formerFingerprints }) =>
      formerFingerprints
        .flatMap(candidates)
        .find(({ finding_id: id }) => !used.has(id) && !findingsOfOtherParts.has(id)),
  ]
  for (const strategy of strategies)
    for (const group of groups.values()) if (!matches.has(group.fingerprint)) recordMatch(group, strategy(group))
  const named = [...groups.keys(), ...untouched].flatMap(fingerprint => byFingerprint.get(fingerprint) ?? [])
  return { matches, kept: new Set([...used, ...named.map(({ finding_id: id }) => id)]) }
}
