import { plainNumber, shown } from './number-format.ts'
import { createGauge, type Mark, type Marked, type Row, type Table, tableLimits } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { type Attributes, readXml } from './xml.ts'

/** The shared data to which the cells of a sheet refer. */
interface Book {
  readonly texts: readonly string[]
  /** The format of a style, by its number. */
  readonly formats: readonly string[]
  readonly is1904: boolean
  /**
   * Whether the workbook requests a recalculation of all formulas on opening, so that saved values are not reliable.
   */
  readonly isUncomputed: boolean
}

/** Unescapes text. Excel writes characters that XML does not allow, and ambiguous underscores, as `_x000D_`. */
export const unescapeText = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** A cell that is being read. */
interface Cell {
  readonly column: number
  readonly type: string
  readonly style: number
  value: string
  inline: string
  hasValue: boolean
  isFormula: boolean
}

interface Range {
  readonly column: number
  readonly from: number
  readonly to: number
}

const maxMerged = 100_000

const reference = /^([A-Z]{1,3})([1-9]\d{0,6})$/

const parseReference = (text: string): { readonly column: number; readonly row: number } | undefined => {
  const [, letters, row] = reference.exec(text) ?? []
  if (letters === undefined) return undefined
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { column, row: Number(row) }
}

const rangeOf = (text: string): Range | undefined => {
  const [first, last] = text.split(':').map(parseReference)
  return first && last && last.row > first.row ? { column: first.column, from: first.row, to: last.row } : undefined
}

const numberText = (cell: Cell, { formats, is1904 }: Book): readonly [text: string, mark?: Mark] => {
  const value = Number(cell.value)
  if (cell.value.trim() === '' || !Number.isFinite(value)) return [cell.value]
  const text = shown(value, formats[cell.style] ?? 'General', is1904)
  return text === undefined ? [plainNumber(value), 'unformatted'] : [text]
}

/** Formats an ISO 8601 date like a date in a number cell: `2026-11-27`, with the time unless it is midnight. */
const dayOf = (text: string): string => {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:[.,]\d+)?Z?)?$/.exec(text.trim()) ?? []
  if (date === undefined) return text
  return time === undefined || time === '00:00:00' ? date : `${date} ${time.replace(/:00$/, '')}`
}

/** The reader for each cell type (ECMA-376 part 1, 18.18.11). */
const readers: Readonly<Record<string, (cell: Cell, book: Book) => readonly [text: string, mark?: Mark]>> = {
  __proto__: null as never,
  s: ({ value }, { texts }) => [texts[Number(value)] ?? ''],
  str: ({ value }) => [unescapeText(value)],
  inlineStr: ({ inline }) => [unescapeText(inline)],
  b: ({ value }) => [value === '1' || value === 'true' ? 'TRUE' : 'FALSE'],
  e: ({ value }) => [value, 'errors'],
  d: ({ value }) => [dayOf(value)],
  n: numberText,
}

/** Whether a formula has no saved value; an empty string counts as a value. */
const isUncomputed = ({ isFormula, hasValue, value, type }: Cell, book: Book): boolean =>
  isFormula && (book.isUncomputed || !hasValue || (value === '' && type !== 'str'))

/**
 * Fills merged cells downwards with the text of the first cell, such as a chapter next to its clauses. Does not fill
 * them sideways, because a heading across all columns is not a key, title or text.
 */
const fillDown = (rows: ReadonlyMap<number, string[]>, ranges: readonly Range[], last: number): Marked[] => {
  const marked: Marked[] = []
  let visited = 0
  for (const { column, from, to } of ranges) {
    const text = rows.get(from)?.[column] ?? ''
    for (let row = from + 1; row <= Math.min(to, last); row++) {
      if (++visited > maxMerged) throw new UnreadableFile('manyMerged', { most: maxMerged })
      const cells = rows.get(row)
      if (!cells || text === '' || cells[column]) continue
      while (cells.length < column) cells.push('')
      cells[column] = text
      marked.push({ mark: 'merged', row, column })
    }
  }
  return marked
}

const cellOf = ({ t = 'n', s = '0' }: Attributes, column: number): Cell => ({
  column,
  type: t,
  style: Number(s),
  value: '',
  inline: '',
  hasValue: false,
  isFormula: false,
})

/** Collects the rows of a sheet as they arrive. Throws for an invalid or repeated row number. */
const createRows = (part: string) => {
  const rows = new Map<number, string[]>()
  const measure = createGauge()
  let number = 0
  let texts: string[] = []
  let beyond = 0
  return {
    rows,
    beyond: (): number => beyond,
    number: (): number => number,
    begin(r: string | undefined): void {
      number = Number(r ?? number + 1)
      texts = []
    },
    put(column: number, text: string): void {
      if (column >= tableLimits.columns) {
        beyond++
        return
      }
      while (texts.length < column) texts.push('')
      texts[column] = text
    },
    end(): void {
      if (texts.length === 0) return
      if (!Number.isSafeInteger(number) || rows.has(number)) throw new UnreadableFile('noXml', { part })
      measure(texts)
      rows.set(number, texts)
    },
  }
}

/** Reads the cells of a sheet's XML, and reports each cell when it ends. */
const createCells = (report: (cell: Cell) => void) => {
  let next = 0
  let cell: Cell | undefined
  let target: 'value' | 'inline' | undefined
  let isPhonetic = false
  return {
    beginRow(): void {
      next = 0
    },
    opened(name: string, attributes: Attributes): void {
      if (name === 'c') {
        const column = parseReference(attributes.r ?? '')?.column ?? next
        cell = cellOf(attributes, column)
        next = column + 1
      } else if (name === 'rPh') isPhonetic = true
      else if (!cell) return
      else if (name === 'f') cell.isFormula = true
      else if (name === 'v') {
        cell.hasValue = true
        target = 'value'
      } else if (name === 't' && !isPhonetic) target = 'inline'
    },
    text(text: string): void {
      if (cell && target) cell[target] += text
    },
    closed(name: string): void {
      if (name === 'v' || name === 't') target = undefined
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'c' && cell) {
        report(cell)
        cell = undefined
      }
    },
  }
}

/** Reads the displayed texts of a sheet, with marks on its cells. Uses the saved values of formulas. */
export const readSheet = async (
  pieces: AsyncIterable<Uint8Array>,
  part: string,
  book: Book,
): Promise<Pick<Table, 'rows' | 'marked' | 'beyond'>> => {
  const { rows, ...row } = createRows(part)
  const marked: Marked[] = []
  const ranges: Range[] = []
  const cells = createCells(cell => {
    const [text, mark] = (readers[cell.type] ?? numberText)(cell, book)
    const addMark = (kind: Mark) => marked.push({ mark: kind, row: row.number(), column: cell.column })
    const isMissingValue = isUncomputed(cell, book)
    if (isMissingValue) addMark('uncomputed')
    else if (cell.isFormula && text !== '') addMark('formulas')
    if (mark) addMark(mark)
    // Keeps the row of an uncomputed cell, so that the cell is reported if its column is read.
    if (text.trim() !== '' || isMissingValue) row.put(cell.column, text)
  })
  await readXml(pieces, part, {
    opened(name, attributes) {
      if (name === 'row') {
        row.begin(attributes.r)
        cells.beginRow()
      } else if (name === 'mergeCell') {
        const range = rangeOf(attributes.ref ?? '')
        if (range) ranges.push(range)
        if (ranges.length > maxMerged) throw new UnreadableFile('manyMerged', { most: maxMerged })
      } else cells.opened(name, attributes)
    },
    text: cells.text,
    closed(name) {
      if (name === 'row') row.end()
      else cells.closed(name)
    },
  })
  const last = Math.max(0, ...rows.keys())
  const merged = fillDown(rows, ranges, last)
  return {
    rows: [...rows].map(([number, texts]): Row => ({ number, cells: texts })).sort((a, b) => a.number - b.number),
    marked: [...marked, ...merged],
    beyond: row.beyond(),
  }
}
