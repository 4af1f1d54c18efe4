import type { Change } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { applyResults } from './apply-results.ts'
import { type Comparison, compare, noComparison, remediateMissing } from './compare-scan.ts'
import { dueDaysOf } from './due-days.ts'
import { findingRecords } from './finding.ts'
import { matchResults } from './match-results.ts'
import { lockFindings, lockSource } from './queries.ts'
import { requireFittingNames } from './require-fingerprint-size.ts'
import { requireSource } from './require-source.ts'
import { requireWholeScan, ScanBody, ScanOutcome } from './scan-body.ts'
import { groupResults } from './scan-groups.ts'
import { keepPart, readPart, type ScanPart } from './scan-parts.ts'
import { findKnownFingerprints, recordReported } from './scan-queries.ts'
import type { StoredFinding } from './write-finding.ts'

/** Locks the findings that a call matched or remediates, in id order to avoid deadlocks. */
const lockAll = async ({ tx }: Change, ids: readonly string[]): Promise<ReadonlyMap<string, StoredFinding>> => {
  const rows = ids.length === 0 ? [] : await tx.query(lockFindings, { ids })
  return new Map(rows.map(row => [row.id, findingRecords.read(row)]))
}

const pickFindings = (locked: ReadonlyMap<string, StoredFinding>, ids: readonly string[]): StoredFinding[] =>
  ids.flatMap(id => locked.get(id) ?? [])

const fingerprintsOf = ({ findings }: ScanBody) =>
  findings.flatMap(({ sourceFingerprint, formerFingerprints = [] }, i) => [
    { path: ['findings', i, 'sourceFingerprint'], fingerprint: sourceFingerprint },
    ...formerFingerprints.map((fingerprint, index) => ({
      path: ['findings', i, 'formerFingerprints', index],
      fingerprint,
    })),
  ])

/** Describes a call for the audit trail: its counts and the other facts that decided its outcome. */
const detailOf = (
  body: ScanBody,
  outcome: ScanOutcome,
  { scan, comparison, renamed }: { scan: ScanPart; comparison: Comparison; renamed: number },
): string => {
  const { created, seenAgain, reopened, remediated, withheld, returned, merged, otherUnits } = outcome
  const countOf = (count: number, words: string) => (count > 0 ? [`${count} ${words}`] : [])
  const counts = [
    ...[`${created} created`, `${seenAgain} seen again`, `${reopened} reopened`],
    `${remediated} remediated${remediated > 0 ? ` of ${comparison.open} open` : ''}`,
    ...countOf(withheld, `of ${comparison.open} open withheld`),
    ...(comparison.isConfirmed ? [`confirmed as ${scan.confirmed}`] : []),
    ...countOf(returned, 'returned'),
    ...countOf(merged, 'merged'),
    ...countOf(otherUnits, 'in other units'),
    ...countOf(renamed, 'known by a former fingerprint'),
    ...countOf(body.untouched?.length ?? 0, 'untouched'),
    ...(body.scanId === undefined ? [] : [`part ${body.part} of ${body.parts} of ${body.scanId}`]),
  ]
  return `${body.sourceModuleKey}${body.category === undefined ? '' : ` (${body.category})`}: ${counts.join(', ')}`
}

/**
 * Returns the original outcome of a repeated part. If the scan withheld remediations and the repeat confirms them,
 * compares the scan again.
 */
const repeatPart = async (change: Change, body: ScanBody, scan: ScanPart, before: ScanOutcome) => {
  const { part, scanId: key, sourceModuleKey: source, category = '' } = body
  if (!scan.isWithheld || scan.confirmed === undefined) {
    change.audit('', { detail: `${source}: a repeat of part ${part} of ${key}` })
    return before
  }
  const { scanId, confirmed } = scan
  const comparison = await compare(change, { source, category, kept: [], scanId, confirmed })
  const locked = await lockAll(change, comparison.ids)
  const remediated = remediateMissing(change, pickFindings(locked, comparison.ids))
  const outcome = { ...before, remediated, withheld: comparison.withheld }
  keepPart(change, body, scan, { kept: [], taken: [], opened: [], outcome })
  change.audit('', { detail: detailOf(body, outcome, { scan, comparison, renamed: 0 }) })
  return outcome
}

/** Records a scan (decisions 076 and 094). */
export const recordScanResults = changeEndpoint({
  name: 'recordScanResults',
  summary: 'Record the results of a source: new findings, findings seen again and, for a complete scan, missing ones',
  tag: 'Findings',
  method: 'POST',
  v1: { path: '/governance/findings/scan-results', scope: 'governance.findings:write' },
  status: 200,
  action: 'finding.scan',
  maxBytes: 4 * 1024 * 1024,
  body: ScanBody,
  response: ScanOutcome,
  errors: ['unprocessable'],
  async run(change, { body }) {
    const { tx } = change
    const { sourceModuleKey: source, category = '', findings, untouched = [] } = body
    requireWholeScan(body)
    requireFittingNames(source, category, fingerprintsOf(body))
    await requireSource(change, source)
    tx.write(lockSource, { source })
    const scan = await readPart(change, body)
    if (scan.repeated) return repeatPart(change, body, scan, scan.repeated)
    const days = await dueDaysOf(change)
    const groups = groupResults(findings)
    const names = [
      ...new Set([
        ...[...groups.values()].flatMap(group => [group.fingerprint, ...group.formerFingerprints]),
        ...untouched,
      ]),
    ]
    const knownFingerprints = names.length === 0 ? [] : await tx.query(findKnownFingerprints, { source, names })
    const { matches, kept } = matchResults({
      groups,
      untouched,
      category,
      knownFingerprints,
      findingsOfOtherParts: scan.findingsOfOtherParts,
    })
    const scanToCompare = { source, category, kept: [...kept], scanId: scan.scanId, confirmed: scan.confirmed }
    const comparison = body.isComplete && scan.isLast ? await compare(change, scanToCompare) : noComparison
    const matched = [...matches.values()].map(({ findingId }) => findingId)
    const locked = await lockAll(change, [...matched, ...comparison.ids])
    const remediated = remediateMissing(change, pickFindings(locked, comparison.ids))
    const applied = await applyResults(
      change,
      { source, category, groups, matches, locked, findingsOfOtherParts: scan.findingsOfOtherParts },
      days,
    )
    const merged = applied.outcome.merged + findings.length - groups.size
    const outcome: ScanOutcome = {
      ...applied.outcome,
      ...{ remediated, withheld: comparison.withheld, merged },
      ...(scan.scanId !== '' && { partsReceived: scan.received }),
    }
    const reportedIds = [...kept, ...applied.created]
    tx.write(recordReported, { source, scanId: scan.scanId, ids: reportedIds })
    const taken = [...matched, ...applied.created]
    keepPart(change, body, scan, { kept: reportedIds, taken, opened: applied.opened, outcome })
    change.audit('', { detail: detailOf(body, outcome, { scan, comparison, renamed: applied.renamed }) })
    return outcome
  },
})
