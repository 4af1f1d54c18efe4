import type { Change } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { applyReport } from './apply-report.ts'
import type { DueDays } from './due-days.ts'
import { highest, isDecided } from './finding.ts'
import type { Match } from './match-results.ts'
import { emptyOutcome, type ScanOutcome } from './scan-body.ts'
import type { ResultGroup } from './scan-groups.ts'
import { keepFingerprints, keepSightings, type PlacedResult } from './store-fingerprints.ts'
import { findUnseen, keepWordings, wordingRow } from './wordings.ts'
import { knownSeverity, recordFindings, type StoredFinding } from './write-finding.ts'

interface Results {
  readonly source: string
  /** The category, or an empty string. */
  readonly category: string
  readonly groups: ReadonlyMap<string, ResultGroup>
  readonly matches: ReadonlyMap<string, Match>
  /** The matched findings that the caller sees, by id, under their row locks. */
  readonly locked: ReadonlyMap<string, StoredFinding>
  /** Findings that other parts of the same scan reported. */
  readonly findingsOfOtherParts: ReadonlySet<string>
}

export interface AppliedResults {
  readonly outcome: ScanOutcome
  /** Findings that this call opened in this category. */
  readonly opened: readonly string[]
  readonly created: readonly string[]
  /** The number of results that matched by a former fingerprint. */
  readonly renamed: number
}

interface KnownResult {
  readonly group: ResultGroup
  readonly match: Match
  readonly finding: StoredFinding
}

/**
 * Whether a decision by people covers the result. Several results can share a former fingerprint, but people decided
 * about only one of them.
 */
const isCovered = ({ fields }: StoredFinding, { names, namesCurrent }: Match, { fingerprint }: ResultGroup): boolean =>
  !isDecided(fields) || namesCurrent || names.has(fingerprint)

const split = ({ groups, matches, locked }: Results) => {
  const knownResults: KnownResult[] = []
  const newGroups: ResultGroup[] = []
  let otherUnits = 0
  for (const group of groups.values()) {
    const match = matches.get(group.fingerprint)
    const finding = match && locked.get(match.findingId)
    if (match && !finding) otherUnits += 1
    else if (match && finding && isCovered(finding, match, group)) knownResults.push({ group, match, finding })
    else newGroups.push(group)
  }
  return { knownResults, newGroups, otherUnits }
}

const applyKnownResults = (
  change: Change,
  { category, findingsOfOtherParts }: Results,
  knownResults: readonly KnownResult[],
  days: DueDays,
  unseen: Unseen,
) => {
  const counts = { reopened: 0, returned: 0 }
  const opened: string[] = []
  for (const { group, match, finding } of knownResults) {
    const { severity } = group.result
    const report = {
      severity: findingsOfOtherParts.has(finding.id) ? highest(severity, knownSeverity(finding)) : severity,
      category: category !== '' && match.isWithoutCategory ? category : undefined,
      unseen: unseen.get(finding.id),
    }
    const { reopened, returned } = applyReport(change, finding, report, days)
    counts.reopened += Number(reopened)
    counts.returned += Number(returned)
    if (reopened || returned || report.category !== undefined) opened.push(finding.id)
  }
  return { ...counts, opened }
}

type Unseen = Awaited<ReturnType<typeof findUnseen>>['unseen']

const create = async (
  change: Change,
  { source, category }: Results,
  newGroups: readonly ResultGroup[],
  days: DueDays,
) => {
  const reported = newGroups.map(({ result: { formerFingerprints, sighting, ...result } }) => ({
    ...result,
    sourceModuleKey: source,
    ...(category !== '' && { sourceCategory: category }),
  }))
  const newFindings = reported.length === 0 ? [] : await recordFindings(change, reported, days)
  const byFingerprint = new Map(newFindings.map(({ finding }) => [finding.sourceFingerprint, finding.id]))
  return newGroups.flatMap((group): PlacedResult[] => {
    const id = byFingerprint.get(group.fingerprint)
    return id === undefined ? [] : [{ group, id, match: undefined }]
  })
}

/** Records the results of a source: new findings and known ones, with their fingerprints and lines. */
export const applyResults = async (change: Change, results: Results, days: DueDays): Promise<AppliedResults> => {
  const { knownResults, newGroups, otherUnits } = split(results)
  const { unseen, rows } = await findUnseen(
    change,
    knownResults.map(({ group: { wordings }, finding }) => ({
      finding,
      wordings,
      isRepeated: results.findingsOfOtherParts.has(finding.id),
    })),
  )
  const { reopened, returned, opened } = applyKnownResults(change, results, knownResults, days, unseen)
  const created = await create(change, results, newGroups, days)
  const others = created.flatMap(({ id, group: { wordings } }) =>
    wordings.slice(1).map(wording => wordingRow(id, wording)),
  )
  keepWordings(change, [...rows, ...others])
  const placed = [...knownResults.map(({ group, match, finding }) => ({ group, match, id: finding.id })), ...created]
  keepFingerprints(change, results.source, placed)
  keepSightings(change, iso(change.now), placed)
  const ids = created.map(({ id }) => id)
  const merged = knownResults.filter(({ finding }) => results.findingsOfOtherParts.has(finding.id)).length
  const seenAgain = knownResults.length - merged
  return {
    outcome: { ...emptyOutcome, created: ids.length, seenAgain, reopened, returned, merged, otherUnits },
    opened: [...opened, ...ids],
    created: ids,
    renamed: knownResults.filter(({ group, match }) => !match.names.has(group.fingerprint)).length,
  }
}
