import { earlierFingerprint } from './sarif/earlier-fingerprint.ts'
import { identitiesOf, type Subject } from './sarif/identity.ts'
import { isUntouched, type Skipped, type SkipReason, skipReasonOf } from './sarif/left-out.ts'
import { type Rule, type Run, readLog } from './sarif/log.ts'
import { messageOf } from './sarif/message.ts'
import { gapsByRun, notesOf, toolOf, unknownLevelsNote } from './sarif/notes.ts'
import { type Places, placesOf } from './sarif/place.ts'
import { findRule } from './sarif/rule.ts'
import { categoryOf, gapsOfLog } from './sarif/run-state.ts'
import { severityOf } from './sarif/severity.ts'
import { sightingOf, titlesOf } from './sarif/show.ts'
import { endOfText, type Scan, type ScanFinding } from './scan-finding.ts'
import { cleanText, truncate } from './text.ts'

export interface ReadSarif {
  /** The names of the tools. */
  readonly tools: readonly string[]
  /** One scan for each category of the runs. */
  readonly scans: readonly Scan[]
  /** The total of all scans. */
  readonly findings: readonly ScanFinding[]
  readonly skipped: Skipped
  /** The reasons why the file is not a complete scan, one sentence each; empty if it is. */
  readonly gaps: readonly string[]
  /** Notes on values that were changed, ignored or not read. */
  readonly notes: readonly string[]
}

export interface SarifOptions {
  /** The folder of the project, for logs with absolute paths. */
  readonly root?: string | undefined
  /** Replaces the category of the runs; '' means none. */
  readonly category?: string | undefined
}

interface ReportedResult extends Subject {
  readonly words: string
  readonly run: Run
  readonly rule: Rule | undefined
  readonly why: SkipReason | undefined
  readonly category: string | undefined
}

const reportResults = (run: Run, places: Places, category: string | undefined, digest: (text: string) => string) => {
  const tool = toolOf(run)
  return (run.results ?? []).map((result): ReportedResult => {
    const rule = findRule(run, result)
    const why = skipReasonOf(result)
    const words = messageOf(run, result, rule)
    return {
      run,
      result,
      rule,
      tool,
      category,
      why,
      isTaken: why === undefined,
      ruleId: result.ruleId ?? result.rule?.id ?? rule?.id ?? '',
      place: places.of(result),
      logical: places.logicalOf(result),
      words,
      portableWords: places.withoutFolders(words),
      earlier: earlierFingerprint(run, tool, result, digest),
    }
  })
}

const findingsOf = (
  findingResults: readonly {
    readonly reported: ReportedResult
    readonly fingerprint: string
    readonly former: readonly string[]
  }[],
  unknownLevels: Map<string, number>,
): ScanFinding[] => {
  const titles = titlesOf(findingResults.map(one => one.reported))
  return findingResults.map(({ reported, fingerprint, former }, i) => {
    const { run, result, rule, ruleId, words, place, tool } = reported
    const { severity, unknown } = severityOf(run, result, rule)
    if (unknown !== undefined) unknownLevels.set(unknown, (unknownLevels.get(unknown) ?? 0) + 1)
    const description = cleanText(words)
    const sighting = sightingOf(result)
    return {
      sourceFingerprint: fingerprint,
      formerFingerprints: former,
      title: titles[i] ?? 'Finding',
      description: truncate(ruleId ? `${description}\n\n${ruleId}` : description, 10_000),
      severity,
      subjectModuleKey: 'assets',
      subjectResourceType: 'file',
      subjectResourceId: endOfText(place, 200) || tool,
      ...(sighting && { sighting }),
    }
  })
}

const scanOf = (
  category: string | undefined,
  all: readonly ReportedResult[],
  digest: (text: string) => string,
  unknownLevels: Map<string, number>,
): Scan => {
  const present = all.filter(one => one.why === undefined || isUntouched(one.why))
  const identities = identitiesOf(present, digest)
  const identified = present.flatMap((reported, i) => {
    const identity = identities[i]
    return identity ? [{ reported, ...identity }] : []
  })
  const untouchedResults = identified.filter(one => !one.reported.isTaken)
  const findingResults = identified.filter(one => one.reported.isTaken)
  return {
    category,
    findings: findingsOf(findingResults, unknownLevels),
    untouched: [...new Set(untouchedResults.flatMap(one => [one.fingerprint, ...one.former]))],
  }
}

/**
 * Reads the findings in a log (OASIS SARIF 2.1.0). The findings of a scan have different fingerprints. `digest`
 * converts any text to an identifier. Throws {@link UnreadableFile} if the text is not SARIF.
 */
export const readSarif = (
  text: string,
  digest: (text: string) => string,
  { root, category: chosenCategory }: SarifOptions = {},
): ReadSarif => {
  const { log, ignored } = readLog(text)
  const { runs = [] } = log
  const [skipped, unknownLevels] = [
    { notFailing: 0, undecided: 0, suppressed: 0, absent: 0 },
    new Map<string, number>(),
  ]
  const places = runs.map(run => placesOf(run, root))
  const reported = runs.flatMap((run, i) => {
    const category = chosenCategory === undefined ? categoryOf(run) : chosenCategory || undefined
    const ownPlaces = places[i]
    return ownPlaces ? reportResults(run, ownPlaces, category, digest) : []
  })
  for (const { why } of reported) if (why) skipped[why]++
  const categories = new Set(
    runs.map(run => (chosenCategory === undefined ? categoryOf(run) : chosenCategory || undefined)),
  )
  const scans = [...categories].map(category =>
    scanOf(
      category,
      reported.filter(one => one.category === category),
      digest,
      unknownLevels,
    ),
  )
  return {
    tools: [...new Set(runs.map(toolOf))],
    scans,
    findings: scans.flatMap(scan => scan.findings),
    skipped,
    gaps: [...gapsOfLog(log), ...gapsByRun(runs)],
    notes: [
      ...runs.flatMap((run, i) => {
        const ownPlaces = places[i]
        return ownPlaces ? notesOf(run, ownPlaces, i) : []
      }),
      ...unknownLevelsNote(unknownLevels),
      ...ignored,
    ],
  }
}
