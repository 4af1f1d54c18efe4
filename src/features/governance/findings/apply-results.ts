import type { Change } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import type { DueDays } from './due-days.ts'
import { highest, isDecided } from './finding.ts'
import { keepFingerprints, keepSightings, type Placed } from './keep-fingerprints.ts'
import type { Match } from './match-results.ts'
import { nothingYet, type ScanOutcome } from './scan-body.ts'
import type { Group } from './scan-groups.ts'
import { seeAgain } from './see-again.ts'
import { findUnseen, keepWordings, wordingRow } from './wordings.ts'
import { type FoundFinding, knownSeverity, recordFindings } from './write-finding.ts'

interface Results {
  readonly source: string
  /** The category, or an empty string. */
  readonly category: string
  readonly groups: ReadonlyMap<string, Group>
  readonly matches: ReadonlyMap<string, Match>
  /** The matched findings that the caller sees, by id, under their row locks. */
  readonly locked: ReadonlyMap<string, FoundFinding>
  /** Findings that other parts of the same scan reported. */
  readonly taken: ReadonlySet<string>
}

export interface AppliedResults {
  readonly outcome: ScanOutcome
  /** Findings that this call opened in this category. */
  readonly opened: readonly string[]
  readonly created: readonly string[]
  /** The number of results that matched by a former fingerprint. */
  readonly renamed: number
}

interface Seen {
  readonly group: Group
  readonly match: Match
  readonly found: FoundFinding
}

/**
 * Whether a decision by people covers the result. Several results can share a former fingerprint, but people decided
 * about only one of them.
 */
const isCovered = ({ fields }: FoundFinding, { names, namesCurrent }: Match, { fingerprint }: Group): boolean =>
  !isDecided(fields) || namesCurrent || names.has(fingerprint)

const split = ({ groups, matches, locked }: Results) => {
  const seen: Seen[] = []
  const unknown: Group[] = []
  let otherUnits = 0
  for (const group of groups.values()) {
    const match = matches.get(group.fingerprint)
    const found = match && locked.get(match.findingId)
    if (match && !found) otherUnits += 1
    else if (match && found && isCovered(found, match, group)) seen.push({ group, match, found })
    else unknown.push(group)
  }
  return { seen, unknown, otherUnits }
}

const see = (change: Change, { category, taken }: Results, seen: readonly Seen[], days: DueDays, unseen: Unseen) => {
  const counts = { reopened: 0, returned: 0 }
  const opened: string[] = []
  for (const { group, match, found } of seen) {
    const { severity } = group.result
    const report = {
      severity: taken.has(found.id) ? highest(severity, knownSeverity(found)) : severity,
      category: category !== '' && match.isWithoutCategory ? category : undefined,
      unseen: unseen.get(found.id),
    }
    const { reopened, returned } = seeAgain(change, found, report, days)
    counts.reopened += Number(reopened)
    counts.returned += Number(returned)
    if (reopened || returned || report.category !== undefined) opened.push(found.id)
  }
  return { ...counts, opened }
}

type Unseen = Awaited<ReturnType<typeof findUnseen>>['unseen']

const create = async (change: Change, { source, category }: Results, unknown: readonly Group[], days: DueDays) => {
  const reported = unknown.map(({ result: { formerFingerprints, sighting, ...result } }) => ({
    ...result,
    sourceModuleKey: source,
    ...(category !== '' && { sourceCategory: category }),
  }))
  const made = reported.length === 0 ? [] : await recordFindings(change, reported, days)
  const byFingerprint = new Map(made.map(({ finding }) => [finding.sourceFingerprint, finding.id]))
  return unknown.flatMap((group): Placed[] => {
    const id = byFingerprint.get(group.fingerprint)
    return id === undefined ? [] : [{ group, id, match: undefined }]
  })
}

/** Records the results of a source: new findings and known ones, with their fingerprints and lines. */
export const applyResults = async (change: Change, results: Results, days: DueDays): Promise<AppliedResults> => {
  const { seen, unknown, otherUnits } = split(results)
  const { unseen, rows } = await findUnseen(
    change,
    seen.map(({ group: { wordings }, found }) => ({ found, wordings, isRepeated: results.taken.has(found.id) })),
  )
  const { reopened, returned, opened } = see(change, results, seen, days, unseen)
  const created = await create(change, results, unknown, days)
  const others = created.flatMap(({ id, group: { wordings } }) => wordings.slice(1).map(one => wordingRow(id, one)))
  keepWordings(change, [...rows, ...others])
  const placed = [...seen.map(({ group, match, found }) => ({ group, match, id: found.id })), ...created]
  keepFingerprints(change, results.source, placed)
  keepSightings(change, iso(change.now), placed)
  const ids = created.map(({ id }) => id)
  const merged = seen.filter(({ found }) => results.taken.has(found.id)).length
  const seenAgain = seen.length - merged
  return {
    outcome: { ...nothingYet, created: ids.length, seenAgain, reopened, returned, merged, otherUnits },
    opened: [...opened, ...ids],
    created: ids,
    renamed: seen.filter(({ group, match }) => !match.names.has(group.fingerprint)).length,
  }
}
