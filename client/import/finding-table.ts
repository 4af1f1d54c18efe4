/** Reads findings from a table of a scanner or a person, one per row. */
import { type CellLosses, countMarks } from './columns.ts'
import { earlierFingerprints } from './finding-rows/earlier-row.ts'
import { type ChosenHeadings, type FindingColumns, findColumns } from './finding-rows/headings.ts'
import { fingerprintRows, type RowIdentity } from './finding-rows/identity.ts'
import { cellText, placeIn } from './finding-rows/place.ts'
import { createRater, type Rater, type Scale } from './finding-rows/severity.ts'
import { flagOf, isPassed, type RowStatus, statusOf } from './finding-rows/status.ts'
import { endOfText, type ScanFinding, type Severity } from './scan-finding.ts'
import { type Row, requireShortTexts, type Table } from './table.ts'
import { cleanText, lineOf, truncate } from './text.ts'

export { type ChosenHeadings, type FindingField, findingFields } from './finding-rows/headings.ts'

/** Counts of rows that are not findings, and of values that were changed or interpreted. */
export interface RowLosses extends CellLosses {
  /** Rows with a status for fixed or passed. */
  readonly closed: number
  /** Rows with a status for accepted, muted or dismissed. */
  readonly setAside: number
  /** Rows with a status for not triaged yet. */
  readonly undecided: number
  readonly withoutTitle: number
  /** Ids that are not used because they may be row numbers. */
  readonly numberIds: number
  /** Rows without a severity, which are read as medium. */
  readonly withoutSeverity: number
  /** Rows whose rating differs from their CVSS score; the rating counts. */
  readonly ratedOtherwise: number
  /** Rows with the same identity as an earlier row, which stay separate findings. */
  readonly alike: number
  readonly cutTexts: number
}

export interface ReadRows {
  readonly findings: readonly ScanFinding[]
  /** The fingerprints of rows that are set aside or undecided. */
  readonly untouched: readonly string[]
  /** The number of rows below the headings that have content in a column that is read. */
  readonly rows: number
  readonly losses: RowLosses
  /** Rows that repeat an earlier row in every column: the numbers of the first row and of the repeat. */
  readonly repeats: readonly (readonly [first: number, again: number])[]
  /** Unknown severity words, read as medium, each with its count. */
  readonly unknownSeverities: ReadonlyMap<string, number>
  /** Unknown status words, read as open, each with its count. */
  readonly unknownStatuses: ReadonlyMap<string, number>
  readonly columns: FindingColumns
}

export interface RowOptions {
  readonly chosen?: ChosenHeadings
  readonly scale?: Scale | undefined
}

/** Ids that may be row numbers; used only if a person chose their column. */
const numbering = /^#?\d+[.)]?$/

const maxLengths = { title: 500, description: 10_000, place: 200 } as const

const isNull = /^(?:\(?null\)?|nan)$/i

const count = (counts: Map<string, number>, word: string): void => {
  counts.set(word, (counts.get(word) ?? 0) + 1)
}

/** An interpreted row. */
interface Candidate extends RowIdentity {
  readonly number: number
  readonly description: string
  readonly status: RowStatus
  readonly row: Row
}

type MutableLosses = { -readonly [Name in keyof RowLosses]: RowLosses[Name] }

const noLosses = {
  ...{ closed: 0, setAside: 0, undecided: 0, withoutTitle: 0, numberIds: 0 },
  ...{ withoutSeverity: 0, ratedOtherwise: 0, alike: 0, cutTexts: 0 },
}

/** The statuses by precedence: one column with “accepted” suffices to set a row aside. */
const statusPrecedence: readonly RowStatus[] = ['setAside', 'undecided', 'closed', 'open']

const createStatusReader = ({ columns, hasFixVersion }: FindingColumns, unknown: Map<string, number>) => {
  const { status, severity, aside } = columns
  return (cells: readonly string[]): RowStatus => {
    const statuses = status.map(column => {
      const text = cellText(cells, column)
      const parsed = statusOf(text, hasFixVersion)
      if (parsed === undefined) count(unknown, text)
      return parsed ?? 'open'
    })
    for (const column of aside) {
      const text = cellText(cells, column)
      const parsed = flagOf(text)
      if (parsed === undefined) count(unknown, text)
      if (parsed) statuses.push('setAside')
    }
    if (severity.some(column => isPassed(cells[column] ?? ''))) statuses.push('closed')
    return statusPrecedence.find(one => statuses.includes(one)) ?? 'open'
  }
}

const createReader = (
  findingColumns: FindingColumns,
  chosen: ChosenHeadings,
  losses: MutableLosses,
  digest: (text: string) => string,
) => {
  const { columns, headings } = findingColumns
  const earlier = earlierFingerprints(headings, chosen, digest)
  const unknownStatuses = new Map<string, number>()
  const readStatus = createStatusReader(findingColumns, unknownStatuses)
  const first = (cells: readonly string[], indexes: readonly number[]): string =>
    indexes.map(column => lineOf(cells[column] ?? '')).find(text => text !== '' && !isNull.test(text)) ?? ''
  const idIn = (cells: readonly string[]): string => {
    const id = columns.id.map(column => cellText(cells, column)).find(Boolean) ?? ''
    if (chosen.id !== undefined || !numbering.test(id)) return id
    losses.numberIds++
    return ''
  }
  const read = (row: Row): Candidate => {
    const { cells } = row
    const [title, rules] = [first(cells, columns.title), columns.rule.map(column => cellText(cells, column))]
    const texts = columns.description.map(column => cleanText(cells[column] ?? '')).filter(text => !isNull.test(text))
    return {
      ...{ id: idIn(cells), rules, title, place: placeIn(cells, columns), earlier: earlier(cells) },
      description: [...new Set([...texts, ...rules].filter(Boolean))].join('\n\n'),
      status: readStatus(cells),
      cells: JSON.stringify(cells.map(lineOf)),
      ...{ row, number: row.number },
    }
  }
  return { read, unknownStatuses }
}

const createFindingBuilder = (rater: Rater, losses: MutableLosses) => {
  const unknownSeverities = new Map<string, number>()
  const severityOf = (cells: readonly string[]): Severity => {
    const rated = rater.rate(cells)
    if (rated === undefined) losses.withoutSeverity++
    else if ('unknown' in rated) count(unknownSeverities, rated.unknown)
    else {
      if (rated.differs) losses.ratedOtherwise++
      return rated.severity
    }
    return 'medium'
  }
  const fit = (text: string, maxLength: number): string => {
    if (text.length > maxLength) losses.cutTexts++
    return truncate(text, maxLength)
  }
  const buildFinding = ({
    title,
    description,
    place,
    id,
    rules,
    row,
  }: Candidate): Omit<ScanFinding, 'sourceFingerprint'> => ({
    title: fit(title, maxLengths.title),
    description: fit(description || title, maxLengths.description),
    severity: severityOf(row.cells),
    subjectModuleKey: 'assets',
    subjectResourceType: 'resource',
    subjectResourceId: endOfText(place.shown || id || rules.find(Boolean) || title, maxLengths.place),
  })
  return { make: buildFinding, unknownSeverities }
}

/** Separates distinct rows from rows that repeat an earlier row in every column. */
const withoutRepeats = (rows: readonly Candidate[]) => {
  const firstRows = new Map<string, Candidate>()
  const repeats: (readonly [number, number])[] = []
  for (const row of rows) {
    const first = firstRows.get(row.cells)
    if (first) repeats.push([first.number, row.number])
    else firstRows.set(row.cells, row)
  }
  return { distinct: [...firstRows.values()], repeats }
}

const candidatesOf = (findingColumns: FindingColumns, read: (row: Row) => Candidate): Candidate[] => {
  const columns = Object.values(findingColumns.columns).flat()
  // Skips separator rows, and rows with only a remark in another column.
  const filled = findingColumns.rows.filter(({ cells }) => columns.some(column => (cells[column] ?? '').trim() !== ''))
  return filled.map(read)
}

/**
 * Reads the findings of a table. Rows that are equal in every column become one finding and are reported; all other
 * rows are separate findings. `digest` converts any text to an identifier. Throws {@link UnreadableFile}.
 */
export const readFindingRows = (
  table: Table,
  { chosen = {}, scale }: RowOptions,
  digest: (text: string) => string,
): ReadRows => {
  const findingColumns = findColumns(table, chosen)
  const read = Object.values(findingColumns.columns).flat()
  requireShortTexts(findingColumns.rows, read)
  const losses: MutableLosses = {
    ...noLosses,
    ...countMarks(table.marked, { columns: Object.fromEntries(read.entries()), rows: findingColumns.rows }),
  }
  const reader = createReader(findingColumns, chosen, losses, digest)
  const all = candidatesOf(findingColumns, reader.read)
  const { distinct, repeats } = withoutRepeats(all)
  const { make: buildFinding, unknownSeverities } = createFindingBuilder(
    createRater(findingColumns.rows, findingColumns.headings, findingColumns.columns, scale),
    losses,
  )
  const findings: ScanFinding[] = []
  const untouched: string[] = []
  for (const [row, { isRepeat, ...parsed }] of fingerprintRows(distinct, digest)) {
    if (isRepeat) losses.alike++
    if (row.title === '') losses.withoutTitle++
    else if (row.status === 'open') findings.push({ ...parsed, ...buildFinding(row) })
    else {
      losses[row.status]++
      if (row.status !== 'closed') untouched.push(parsed.sourceFingerprint, ...parsed.formerFingerprints)
    }
  }
  return {
    findings,
    untouched,
    rows: all.length,
    losses,
    repeats,
    unknownSeverities,
    unknownStatuses: reader.unknownStatuses,
    columns: findingColumns,
  }
}
