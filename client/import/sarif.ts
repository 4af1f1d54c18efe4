import { ending, type ScanFinding, scored } from './scan-finding.ts'
import { cut, lineOf, written } from './text.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** Results that are no finding, counted by why. */
export interface Skipped {
  /** Of a kind other than `fail`: passed, not applicable, for information. */
  readonly notFailing: number
  /** Suppressed in the source or by somebody, and that was not rejected. */
  readonly suppressed: number
  /** Gone since the baseline. */
  readonly absent: number
  /** The same as another, such as two lines of one file with the same message. */
  readonly repeated: number
}

export interface ReadSarif {
  /** The names of the tools. */
  readonly tools: readonly string[]
  readonly findings: readonly ScanFinding[]
  readonly skipped: Skipped
}

interface Message {
  readonly text?: string
  readonly markdown?: string
  readonly id?: string
  readonly arguments?: readonly string[]
}
type Messages = Readonly<Record<string, Message>>
interface Rule {
  readonly id?: string
  readonly shortDescription?: Message
  readonly messageStrings?: Messages
  readonly defaultConfiguration?: { readonly level?: string }
  readonly properties?: Readonly<Record<string, unknown>>
}
interface Component {
  readonly name?: string
  readonly rules?: readonly Rule[]
  readonly globalMessageStrings?: Messages
}
interface Artifact {
  readonly uri?: string
  readonly index?: number
}
interface Result {
  readonly ruleId?: string
  readonly ruleIndex?: number
  readonly rule?: {
    readonly id?: string
    readonly index?: number
    readonly toolComponent?: { readonly index?: number }
  }
  readonly kind?: string
  readonly level?: string
  readonly guid?: string
  readonly message?: Message
  readonly baselineState?: string
  readonly suppressions?: readonly { readonly status?: string }[]
  readonly fingerprints?: Readonly<Record<string, string>>
  readonly partialFingerprints?: Readonly<Record<string, string>>
  readonly properties?: Readonly<Record<string, unknown>>
  readonly locations?: readonly {
    readonly physicalLocation?: {
      readonly artifactLocation?: Artifact
      readonly region?: { readonly snippet?: Message }
    }
    readonly logicalLocations?: readonly { readonly fullyQualifiedName?: string; readonly name?: string }[]
  }[]
}
interface Run {
  readonly tool?: { readonly driver?: Component; readonly extensions?: readonly Component[] }
  readonly artifacts?: readonly { readonly location?: Artifact }[]
  readonly results?: readonly Result[]
}

const levels: Readonly<Record<string, ScanFinding['severity']>> = {
  error: 'high',
  warning: 'medium',
  note: 'low',
  none: 'info',
}

const ruleOf = (run: Run, { rule, ruleIndex, ruleId }: Result): Rule | undefined => {
  const { driver, extensions = [] } = run.tool ?? {}
  const component = rule?.toolComponent?.index === undefined ? driver : extensions[rule.toolComponent.index]
  const index = ruleIndex ?? rule?.index ?? -1
  const id = ruleId ?? rule?.id
  return component?.rules?.[index] ?? driver?.rules?.find(one => one.id === id)
}

const textOf = (run: Run, { message }: Result, rule: Rule | undefined): string => {
  const { text, markdown, id = '', arguments: values = [] } = message ?? {}
  const named = rule?.messageStrings?.[id] ?? run.tool?.driver?.globalMessageStrings?.[id]
  const found = text ?? markdown ?? named?.text ?? ''
  return found.replace(/\{(\d+)\}/g, (whole, at: string) => values[Number(at)] ?? whole)
}

const placeOf = (run: Run, { locations: [location] = [] }: Result): string => {
  const artifact = location?.physicalLocation?.artifactLocation
  const uri = artifact?.uri ?? run.artifacts?.[artifact?.index ?? -1]?.location?.uri
  const logical = location?.logicalLocations?.[0]
  return uri ?? logical?.fullyQualifiedName ?? logical?.name ?? ''
}

const severityOf = (result: Result, rule: Rule | undefined): ScanFinding['severity'] => {
  const score = Number(
    rule?.properties?.['security-severity'] ?? result.properties?.['security-severity'] ?? Number.NaN,
  )
  if (Number.isFinite(score)) return scored(score)
  return levels[result.level ?? rule?.defaultConfiguration?.level ?? 'warning'] ?? 'medium'
}

/** What a tool says stays the same from run to run; where it says nothing, the words and never the line, which moves. */
const identityOf = (result: Result, text: string): unknown => {
  const given = (prints: Result['fingerprints']) => Object.entries(prints ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const whole = given(result.fingerprints)
  if (whole.length > 0) return whole
  const partial = given(result.partialFingerprints).filter(([name]) => !name.startsWith('primaryLocationStartColumn'))
  if (partial.length > 0) return partial
  const snippet = result.locations?.[0]?.physicalLocation?.region?.snippet?.text ?? ''
  return result.guid ?? [text, snippet]
}

const whyNot = ({ kind = 'fail', baselineState, suppressions = [] }: Result): keyof Skipped | undefined => {
  if (kind !== 'fail') return 'notFailing'
  if (baselineState === 'absent') return 'absent'
  return suppressions.some(({ status = 'accepted' }) => status === 'accepted') ? 'suppressed' : undefined
}

const runsOf = (text: string): readonly Run[] => {
  let log: { readonly version?: unknown; readonly runs?: unknown }
  try {
    log = Object(JSON.parse(text.replace(/^\ufeff/, '')))
  } catch {
    throw new UnreadableFile('broken', { kind: 'JSON' })
  }
  if (log.version === undefined) throw new UnreadableFile('broken', { kind: 'SARIF 2.1.0' })
  if (log.version !== '2.1.0') throw new UnreadableFile('otherSarif', { version: String(log.version) })
  return Array.isArray(log.runs) ? log.runs : []
}

/**
 * The findings of a log of scanners (OASIS SARIF 2.1.0), each once; `digest` makes an identifier of any text.
 * Throws {@link UnreadableFile} where it is none.
 */
export const readSarif = (text: string, digest: (text: string) => string): ReadSarif => {
  const runs = runsOf(text)
  const skipped = { notFailing: 0, suppressed: 0, absent: 0, repeated: 0 }
  const findings = new Map<string, ScanFinding>()
  const take = (run: Run, tool: string, result: Result): void => {
    const why = whyNot(result)
    if (why) {
      skipped[why]++
      return
    }
    const rule = ruleOf(run, result)
    const ruleId = result.ruleId ?? result.rule?.id ?? rule?.id ?? ''
    const [said, place] = [textOf(run, result, rule), placeOf(run, result)]
    const sourceFingerprint = digest(JSON.stringify([tool, ruleId, place, identityOf(result, said)]))
    if (findings.has(sourceFingerprint)) {
      skipped.repeated++
      return
    }
    const description = written(said)
    findings.set(sourceFingerprint, {
      sourceFingerprint,
      title: cut(lineOf(description.split('\n', 1)[0] || rule?.shortDescription?.text || ruleId), 500) || 'Finding',
      description: cut(ruleId ? `${description}\n\n${ruleId}` : description, 10_000),
      severity: severityOf(result, rule),
      subjectModuleKey: 'assets',
      subjectResourceType: 'file',
      subjectResourceId: ending(place || tool, 200),
    })
  }
  const tools = runs.map(run => cut(lineOf(run.tool?.driver?.name ?? ''), 200) || 'scanner')
  for (const [i, run] of runs.entries()) for (const result of run.results ?? []) take(run, tools[i] ?? '', result)
  return { tools: [...new Set(tools)], findings: [...findings.values()], skipped }
}
