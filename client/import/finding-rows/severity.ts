/** The severity of a row of a table. */
import cvss from 'ae-cvss-calculator'
import { cvssSeverity, type Severity, severities } from '#client/import/scan-finding.ts'
import type { Row } from '#client/import/table.ts'
import { UnreadableFile } from '#client/import/unreadable-file.ts'

const words: Readonly<Record<Severity, readonly string[]>> = {
  critical: [
    ...[
      'critical',
      'crit',
      'very high',
      'blocker',
      'urgent',
      'emergency',
      'severe',
      'p0',
      'sev0',
      'sev1',
      'fatal',
      'c',
    ],
    ...['kritisch', 'sehr hoch'],
  ],
  high: ['high', 'major', 'important', 'serious', 'error', 'p1', 'sev2', 'h', 'hoch', 'schwer', 'schwerwiegend'],
  medium: ['medium', 'med', 'moderate', 'warning', 'warn', 'normal', 'p2', 'sev3', 'm', 'mittel', 'maßig'],
  low: ['low', 'minor', 'note', 'notice', 'trivial', 'p3', 'sev4', 'l', 'niedrig', 'gering', 'leicht'],
  info: [
    ...['info', 'informational', 'information', 'informative', 'none', 'log', 'debug', 'negligible', 'p4', 'sev5'],
    ...['hinweis', 'keine'],
  ],
}
const byWord: ReadonlyMap<string, Severity> = new Map(
  severities.flatMap(one => words[one].map(word => [word, one] as const)),
)

/** Finds the severity in a text that may also have a number or score: `4 - High`, `Critical (9.8)`, `High (Medium)`. */
const severityOfWord = (text: string): Severity | undefined => {
  const word = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .trim()
  const letters = (text: string) =>
    text
      .replace(/[^\p{L} ]/gu, ' ')
      .replace(/ +/g, ' ')
      .trim()
  const spellings = [word, word.replaceAll(' ', ''), letters(word.replace(/\([^)]*\)/g, ' ')), letters(word)]
  return spellings.map(spelling => byWord.get(spelling)).find(Boolean)
}

const decimal = /^(?:cvss[a-z\d. ]*[: ]\s*)?(\d{1,2}(?:[.,]\d+)?)(?:\s*\/\s*10)?$/i
const bracketed = /\((\d{1,2}[.,]\d+)\)|^(\d{1,2}[.,]\d+)\s/
/** Vectors with all base metrics of CVSS 4, 3 and 2; without one of the metrics there is no score. */
const vectors = [
  /CVSS:4\.0\/AV:[NALP]\/AC:[LH]\/AT:[NP]\/PR:[NLH]\/UI:[NPA]\/VC:[HLN]\/VI:[HLN]\/VA:[HLN]\/SC:[HLN]\/SI:[HLN]\/SA:[HLN]/,
  /CVSS:3\.[01]\/AV:[NALP]\/AC:[LH]\/PR:[NLH]\/UI:[NR]\/S:[UC]\/C:[NLH]\/I:[NLH]\/A:[NLH]/,
  /AV:[NAL]\/AC:[LMH]\/Au:[NSM]\/C:[NPC]\/I:[NPC]\/A:[NPC]/,
]

/** Computes the base score of a CVSS vector; undefined for other texts. */
const scoreOfVector = (text: string): number | undefined => {
  const [match] = vectors.flatMap(vector => vector.exec(text)?.[0] ?? [])
  if (match === undefined) return undefined
  const { base } = cvss.fromVector(match)?.calculateScores() ?? {}
  return typeof base === 'number' && Number.isFinite(base) ? base : undefined
}

/** Parses a CVSS score from 0 to 10, or computes it from a vector. */
const scoreIn = (text: string): number | undefined => {
  const [, plain] = decimal.exec(text.trim()) ?? []
  const [, inBrackets, before] = plain === undefined ? (bracketed.exec(text.trim()) ?? []) : []
  const scoreText = plain ?? inBrackets ?? before
  const score = scoreText === undefined ? scoreOfVector(text) : Number(scoreText.replace(',', '.'))
  return score !== undefined && score <= 10 ? score : undefined
}

/** A rating scale of whole numbers; `worst` is `from` or `to`. */
export interface Scale {
  readonly from: number
  readonly to: number
  readonly worst: number
}

const steps: Readonly<Record<number, readonly Severity[]>> = {
  2: ['high', 'low'],
  3: ['high', 'medium', 'low'],
  4: ['critical', 'high', 'medium', 'low'],
  5: severities,
}

/** Converts a number on a scale to a severity, by its distance from the worst end; undefined outside the scale. */
export const onScale = ({ from, to, worst }: Scale, value: number): Severity | undefined => {
  const distance = Math.abs(worst - value)
  const count = to - from + 1
  if (value < from || value > to) return undefined
  const exact = steps[count]
  if (exact) return exact[distance]
  return severities[Math.min(severities.length - 1, Math.floor((distance * severities.length) / count))]
}

const wholeNumber = /^\d{1,3}$/

/** Rates rows by the rating columns of a table. */
export interface Rater {
  /** Returns the severity, or the text of a rating that is `unknown`; undefined if all rating cells are empty. */
  rate(
    cells: readonly string[],
  ): { readonly severity: Severity; readonly differs: boolean } | { readonly unknown: string } | undefined
}

interface RatingColumns {
  readonly severity: readonly number[]
  readonly score: readonly number[]
}

const placeholder = /^(?:null|nil|nan|n\/?a|-+)$/i

/**
 * Whether whole numbers in a column are CVSS scores, because other cells have decimals or vectors. Otherwise they
 * belong to a scale of the tool, whose worst end must be given. Throws {@link UnreadableFile}.
 */
const hasScores = (rows: readonly Row[], column: number, heading: string, scale: Scale | undefined): boolean => {
  const texts = rows.map(({ cells }) => (cells[column] ?? '').trim())
  const numbers = texts.filter(text => wholeNumber.test(text)).map(Number)
  if (scale) return false
  if (numbers.length === 0 || texts.some(text => !wholeNumber.test(text) && scoreIn(text) !== undefined)) return true
  throw new UnreadableFile('needsScale', { heading, from: Math.min(...numbers), to: Math.max(...numbers) })
}

/**
 * Creates the rater of a table. The tool's rating takes precedence over the score, and the first column with a value
 * counts. Throws {@link UnreadableFile} if a column has whole numbers of an unknown scale.
 */
export const createRater = (
  rows: readonly Row[],
  headings: readonly string[],
  columns: RatingColumns,
  scale: Scale | undefined,
): Rater => {
  const scoreColumns = new Set(columns.severity.filter(one => hasScores(rows, one, headings[one] ?? '', scale)))
  const severityOfCell = (column: number, text: string): Severity | undefined => {
    if (scale && wholeNumber.test(text)) return onScale(scale, Number(text))
    const score = scoreColumns.has(column) || !wholeNumber.test(text) ? scoreIn(text) : undefined
    return severityOfWord(text) ?? (score === undefined ? undefined : cvssSeverity(score))
  }
  const texts = (cells: readonly string[], indexes: readonly number[]) =>
    indexes.flatMap(column => {
      const text = (cells[column] ?? '').trim()
      return text === '' || placeholder.test(text) ? [] : [{ column, text }]
    })
  return {
    rate(cells) {
      const ratings = texts(cells, columns.severity)
      const severityRatings = ratings.flatMap(({ column, text }) => severityOfCell(column, text) ?? [])
      const scores = texts(cells, columns.score).flatMap(({ text }) => scoreIn(text) ?? [])
      const byScore = scores[0] === undefined ? undefined : cvssSeverity(scores[0])
      const severity = severityRatings[0] ?? byScore
      if (severity !== undefined) return { severity, differs: byScore !== undefined && byScore !== severity }
      const [unknown] = [...ratings, ...texts(cells, columns.score)]
      return unknown && { unknown: unknown.text }
    },
  }
}
