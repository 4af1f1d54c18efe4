/** Findings of a table that a scanner or a person exported: one row each. */
import {
  type CellLosses,
  type Columns,
  columnCalled,
  countMarks,
  type Headings,
  type Mapped,
  mapColumns,
  plain,
} from './columns.ts'
import { ending, type ScanFinding, type Severity, scored, severities } from './scan-finding.ts'
import type { Table } from './table.ts'
import { cut, lineOf, written } from './text.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** What a column may be called, without case, spaces and accents. */
const headings = {
  title: ['title', 'name', 'finding', 'summary', 'vulnerability', 'issue', 'titel', 'bezeichnung', 'feststellung'],
  severity: [
    'severity',
    'risk',
    'risklevel',
    'priority',
    'criticality',
    'cvss',
    'cvssscore',
    'schweregrad',
    'risiko',
    'prioritat',
  ],
  description: ['description', 'details', 'detail', 'text', 'beschreibung'],
  id: ['id', 'findingid', 'issueid', 'key', 'issuekey', 'reference', 'ref', 'nr', 'number', 'kennung'],
  rule: ['rule', 'ruleid', 'cve', 'cwe', 'plugin', 'pluginid', 'check', 'checkid', 'control', 'regel'],
  place: [
    'place',
    'location',
    'file',
    'path',
    'host',
    'hostname',
    'asset',
    'resource',
    'component',
    'url',
    'target',
    'system',
    'ort',
    'datei',
  ],
  status: ['status', 'state', 'resolution', 'zustand'],
} as const satisfies Headings<string>

export type FindingField = keyof typeof headings
export const findingFields = Object.keys(headings) as readonly FindingField[]

const words: Readonly<Record<Severity, readonly string[]>> = {
  critical: ['critical', 'very high', 'blocker', 'urgent', 'p0', 'kritisch', 'sehr hoch'],
  high: ['high', 'major', 'important', 'severe', 'error', 'p1', 'hoch', 'schwer', 'schwerwiegend'],
  medium: ['medium', 'moderate', 'warning', 'warn', 'normal', 'p2', 'mittel', 'mäßig'],
  low: ['low', 'minor', 'note', 'trivial', 'p3', 'niedrig', 'gering', 'leicht'],
  info: ['info', 'informational', 'information', 'none', 'negligible', 'p4', 'hinweis', 'keine'],
}
const severityOfWord = new Map(severities.flatMap(one => words[one].map(word => [word, one] as const)))

/** A finding that its table says is over is not sent; a complete scan then sees that it is gone. */
const over = new Set([
  ...['closed', 'resolved', 'fixed', 'done', 'remediated', 'mitigated', 'verified'],
  ...[
    'false positive',
    'falsepositive',
    'accepted',
    'risk accepted',
    'suppressed',
    'ignored',
    'dismissed',
    "won't fix",
  ],
  ...['geschlossen', 'behoben', 'erledigt', 'gelöst', 'akzeptiert', 'falsch positiv'],
])

/** Rows that are no finding, and what was taken otherwise than it stands there. */
export interface RowLosses extends CellLosses {
  /** The same as another. */
  readonly repeated: number
  /** Over, by its status. */
  readonly closed: number
  readonly withoutTitle: number
  /** Ids that may be numbers of rows, which is no identity. */
  readonly numberIds: number
  /** Taken as medium. */
  readonly withoutSeverity: number
  readonly cutTexts: number
}

export interface ReadRows {
  readonly findings: readonly ScanFinding[]
  /** Rows below the headings with something in a column that is read. */
  readonly rows: number
  readonly losses: RowLosses
  /** Words that mean no known severity and were taken as medium, each with how often. */
  readonly unknownSeverities: ReadonlyMap<string, number>
  readonly headings: readonly string[]
  readonly columns: Columns<FindingField>
}

/** A word, a word with its score in brackets or before it, or a CVSS score. */
const severityOf = (text: string): Severity | undefined => {
  const word = text.toLowerCase().trim()
  const score = /^\d{1,2}([.,]\d+)?$/.test(word) ? Number(word.replace(',', '.')) : Number.NaN
  if (score <= 10) return scored(score)
  return severityOfWord.get(word) ?? severityOfWord.get(word.replace(/[^\p{L} ]/gu, '').trim())
}

/** What numbers rows from 1 on; a source that numbers its findings is believed where a person says so. */
const numbering = /^#?\d+[.)]?$/

const longest = { title: 500, description: 10_000, place: 200 } as const

/** `field=heading`, as it is typed. */
export type ChosenHeadings = Readonly<Partial<Record<FindingField, string>>>

/** A heading that a person names finds the row of headings too. */
const chosenColumns = (table: Table, chosen: ChosenHeadings): Mapped<FindingField> => {
  const typed = Object.entries(chosen) as [FindingField, string][]
  const also = typed.map(([field, heading]) => [field, [...headings[field], plain(heading)]] as const)
  const mapped = mapColumns<FindingField>(table, { ...headings, ...Object.fromEntries(also) })
  const named = typed.map(([field, heading]) => [field, columnCalled(mapped.headings, heading)] as const)
  return { ...mapped, columns: { ...mapped.columns, ...Object.fromEntries(named) } }
}

/** The text of a field in a row. */
type Cell = (field: FindingField) => string

const cellsOf = ({ rows, columns }: Mapped<FindingField>): Cell[] => {
  const read = Object.values<number | undefined>(columns)
  // A line between two chapters, or one with a remark in another column.
  const filled = rows.filter(({ cells }) => read.some(column => (cells[column ?? -1] ?? '').trim() !== ''))
  return filled.map(({ cells }) => field => {
    const text = cells[columns[field] ?? -1] ?? ''
    return field === 'description' ? written(text) : lineOf(text)
  })
}

/** Counts while it makes findings of rows. */
const createMaker = (cells: CellLosses, isIdBelieved: boolean, digest: (text: string) => string) => {
  const losses = {
    ...cells,
    ...{ repeated: 0, closed: 0, withoutTitle: 0, numberIds: 0, withoutSeverity: 0, cutTexts: 0 },
  }
  const unknownSeverities = new Map<string, number>()
  const severityIn = (text: string): Severity => {
    const known = severityOf(text)
    if (known) return known
    if (text === '') losses.withoutSeverity++
    else unknownSeverities.set(text, (unknownSeverities.get(text) ?? 0) + 1)
    return 'medium'
  }
  const fit = (text: string, most: number): string => {
    if (text.length > most) losses.cutTexts++
    return cut(text, most)
  }
  const idIn = (id: string): string => {
    if (isIdBelieved || !numbering.test(id)) return id
    losses.numberIds++
    return ''
  }
  const make = (cell: Cell): ScanFinding => {
    const [title, id, rule, place] = [cell('title'), idIn(cell('id')), cell('rule'), cell('place')]
    const about = [cell('description'), rule].filter(Boolean).join('\n\n')
    return {
      sourceFingerprint: digest(JSON.stringify(id === '' ? ['row', rule, place, title] : ['id', id, place])),
      title: fit(title, longest.title),
      description: fit(about || title, longest.description),
      severity: severityIn(cell('severity')),
      subjectModuleKey: 'assets',
      subjectResourceType: 'resource',
      subjectResourceId: ending(place || id || rule || title, longest.place),
    }
  }
  return { losses, unknownSeverities, make }
}

const whyNot = (cell: Cell): 'withoutTitle' | 'closed' | undefined => {
  if (cell('title') === '') return 'withoutTitle'
  return over.has(cell('status').toLowerCase()) ? 'closed' : undefined
}

const worse = (one: ScanFinding, other: ScanFinding): ScanFinding =>
  severities.indexOf(other.severity) < severities.indexOf(one.severity) ? { ...one, severity: other.severity } : one

/**
 * The findings of a table, each once; `digest` makes an identifier of any text. A row is known again by its id and place,
 * or without an id by rule, place and title; never by where it stands. Throws {@link UnreadableFile}.
 */
export const readFindingRows = (table: Table, chosen: ChosenHeadings, digest: (text: string) => string): ReadRows => {
  const mapped = chosenColumns(table, chosen)
  const { columns } = mapped
  if (columns.title === undefined || columns.severity === undefined) throw new UnreadableFile('noFindingColumns')
  const marks = countMarks(table.marked, mapped)
  const { losses, unknownSeverities, make } = createMaker(marks, chosen.id !== undefined, digest)
  const findings = new Map<string, ScanFinding>()
  const rows = cellsOf(mapped)
  for (const cell of rows) {
    const why = whyNot(cell)
    if (why) {
      losses[why]++
      continue
    }
    const finding = make(cell)
    const before = findings.get(finding.sourceFingerprint)
    if (before) losses.repeated++
    findings.set(finding.sourceFingerprint, before ? worse(before, finding) : finding)
  }
  return {
    findings: [...findings.values()],
    rows: rows.length,
    losses,
    unknownSeverities,
    headings: mapped.headings,
    columns,
  }
}
