/** Implements `probata push findings`: sends the findings in SARIF or a table to an install. */
import { openApi } from '#client/export/api.ts'
import { attempt, credentialsOf, patienceOf, UsageError } from '#client/export/command.ts'
import type { Scale } from './finding-rows/severity.ts'
import { type ChosenHeadings, findingFields } from './finding-table.ts'
import { isTable, isWorkbook } from './input-file.ts'
import { parseChosenHeading, type ReadFindings, readFindings } from './read-findings.ts'
import type { SarifOptions } from './sarif.ts'
import { addOutcome, noOutcome, type Outcome, outcomeText, partsOf, sendParts } from './scan-parts.ts'

/** The options of the command, as typed. */
export interface PushOptions {
  readonly url?: string
  readonly clientId?: string
  readonly source?: string
  readonly complete?: boolean
  readonly reason?: string
  readonly dryRun?: boolean
  /** The sheet of a workbook. */
  readonly sheet?: string
  /** Columns of a table, each as `field=heading`. */
  readonly column?: readonly string[]
  /** The range of whole numbers in the rating columns, such as `1-5`; needs `--worst`. */
  readonly scale?: string
  readonly worst?: string
  /** Replaces the category in a SARIF file; '' means none. */
  readonly category?: string
  /** The folder of the project, for SARIF files with absolute paths. */
  readonly root?: string
  /** The number of withheld remediations that the caller confirms, as typed. */
  readonly confirmRemediations?: string
  /** The maximum wait in minutes, as typed. */
  readonly wait?: string
  readonly json?: boolean
}

const sourceOf = ({ source }: PushOptions, tools: readonly string[]): string => {
  if (source !== undefined) return source
  const [tool, ...more] = tools
  if (tool === undefined || more.length > 0)
    throw new UsageError(`--source is needed: the file names ${tools.join(', ') || 'no tool'}.`)
  return `scanner:${tool}`.slice(0, 200)
}

const headingsOf = (file: string, { sheet, column = [] }: PushOptions): ChosenHeadings => {
  if (sheet !== undefined && !isWorkbook(file)) throw new UsageError('--sheet is for workbooks (.xlsx, .xlsm).')
  if (column.length > 0 && !isTable(file)) throw new UsageError('--column is for tables (.csv, .tsv, .xlsx, .xlsm).')
  const entries = column.map(typed => {
    const pair = parseChosenHeading(typed)
    if (!pair)
      throw new UsageError(`--column must be field=heading, with a field of ${findingFields.join(', ')}: ${typed}`)
    return pair
  })
  return Object.fromEntries(entries)
}

const scaleOf = (file: string, { scale, worst }: PushOptions): Scale | undefined => {
  if (scale === undefined && worst === undefined) return undefined
  if (!isTable(file)) throw new UsageError('--scale and --worst are for tables.')
  const [, from, to] = /^(\d{1,3})-(\d{1,3})$/.exec(scale ?? '') ?? []
  const parsedScale = { from: Number(from), to: Number(to), worst: Number(worst) }
  const isScale = from !== undefined && parsedScale.from < parsedScale.to && [from, to].includes(worst)
  if (!isScale) throw new UsageError('--scale and --worst go together, such as --scale 1-5 --worst 5.')
  return parsedScale
}

const confirmedOf = ({ confirmRemediations: typed, complete = false }: PushOptions): number | undefined => {
  if (typed === undefined) return undefined
  const number = /^[1-9]\d{0,6}$/.test(typed) ? Number(typed) : 0
  if (number < 1 || number > 1_000_000)
    throw new UsageError('--confirm-remediations must be a whole number from 1 to 1,000,000.')
  if (!complete) throw new UsageError('--confirm-remediations needs --complete; other scans remediate nothing.')
  return number
}

const maxCategoryLength = 200

const sarifOptionsOf = (file: string, { category, root }: PushOptions): SarifOptions => {
  if (category !== undefined && category.length > maxCategoryLength)
    throw new UsageError(`--category has at most ${maxCategoryLength} characters.`)
  if (root !== undefined && isTable(file)) throw new UsageError('--root is for SARIF files.')
  return { category, root }
}

/** Throws for an incomplete scan, which cannot prove that missing findings are gone. */
const requireComplete = ({ unread, gaps, scans }: ReadFindings): void => {
  if (unread > 0)
    throw new UsageError(`${unread} rows have no title; a complete scan must include all of its findings.`)
  if (gaps.length > 0) throw new Error(`The file is not a complete scan, nothing was sent: ${gaps.join('; ')}.`)
  const long = scans.find(({ category = '' }) => category.length > maxCategoryLength)
  if (long)
    throw new UsageError(`The category of the file is longer than ${maxCategoryLength} characters; give --category.`)
}

const requireNothingWithheld = ({ withheld }: Outcome): void => {
  if (withheld > 0)
    throw new Error(
      `${withheld} remediations were withheld, because most findings of the source are missing from this scan. Check the scan; if they are fixed, send it again with --confirm-remediations ${withheld}.`,
    )
}

const countFindings = ({ scans }: ReadFindings): number => scans.reduce((sum, { findings }) => sum + findings.length, 0)

/**
 * Pushes the findings of a file and prints the outcome or the reason for a failure. @returns the exit code: 0 for
 * success, 1 for a failure, 2 for invalid usage
 */
export const pushFindings = (
  file: string,
  options: PushOptions,
  say: (text: string) => void,
  tell: (text: string) => void,
): Promise<number> =>
  attempt(async () => {
    const { category, json = false } = options
    const patience = patienceOf(options, tell)
    const [confirmRemediations, sarif] = [confirmedOf(options), sarifOptionsOf(file, options)]
    const read = await readFindings(file, {
      sheet: options.sheet,
      columns: headingsOf(file, options),
      scale: scaleOf(file, options),
      sarif,
    })
    for (const line of read.report) tell(line)
    const { complete = false, reason, dryRun = false } = options
    if (complete) requireComplete(read)
    // --category replaces the category of the file.
    const scans = read.scans.map(scan => ({ ...scan, category: category === undefined ? scan.category : category }))
    const parts = scans.map(scan => partsOf(scan, complete))
    if (dryRun) {
      if (json) say(JSON.stringify({ dryRun, findings: countFindings(read), report: read.report }))
      return
    }
    const source = sourceOf(options, read.tools)
    if (reason === undefined) throw new UsageError('--reason is needed: the audit trail records it.')
    const api = openApi(credentialsOf(options, 'governance.findings:write', tell), patience)
    const base = { sourceModuleKey: source, isComplete: complete, reason, confirmRemediations }
    const total = { ...noOutcome }
    for (const one of parts) addOutcome(total, await sendParts(api, base, one))
    say(json ? JSON.stringify({ source, ...total }) : `${source}: ${outcomeText(total)}`)
    requireNothingWithheld(total)
  }, tell)
