/** `probata push findings`: what a scanner wrote, as SARIF or as a table, becomes findings of an install. */
import { randomUUID } from 'node:crypto'
import { openApi } from '#client/export/api.ts'
import { attempt, CannotAsk, credentialsOf } from '#client/export/command.ts'
import { type ChosenHeadings, findingFields } from './finding-table.ts'
import { isTable, isWorkbook } from './given-file.ts'
import { chosenHeading, readFindings } from './read-findings.ts'
import type { ScanFinding } from './scan-finding.ts'

/** Options of the command, as they are typed. */
export interface Asked {
  readonly url?: string
  readonly clientId?: string
  readonly source?: string
  readonly complete?: boolean
  readonly reason?: string
  readonly dryRun?: boolean
  /** The sheet of a workbook. */
  readonly sheet?: string
  /** `field=heading` of a table. */
  readonly column?: readonly string[]
}

/** What one scan of the interface takes. */
const mostAtOnce = 2000

/** What the interface answers to a scan. */
interface Outcome {
  readonly created: number
  readonly seenAgain: number
  readonly reopened: number
  readonly remediated: number
}

const sourceOf = ({ source }: Asked, tools: readonly string[]): string => {
  if (source !== undefined) return source
  const [tool, ...more] = tools
  if (tool === undefined || more.length > 0)
    throw new CannotAsk(`--source is needed: the file names ${tools.join(', ') || 'no tool'}.`)
  return `scanner:${tool}`.slice(0, 200)
}

const headingsOf = (file: string, { sheet, column = [] }: Asked): ChosenHeadings => {
  if (sheet !== undefined && !isWorkbook(file)) throw new CannotAsk('--sheet is of workbooks (.xlsx, .xlsm).')
  if (column.length > 0 && !isTable(file)) throw new CannotAsk('--column is of tables (.csv, .tsv, .xlsx, .xlsm).')
  const chosen = column.map(typed => {
    const found = chosenHeading(typed)
    if (!found) throw new CannotAsk(`--column is field=heading, with a field of ${findingFields.join(', ')}: ${typed}`)
    return found
  })
  return Object.fromEntries(chosen)
}

const chunked = (findings: readonly ScanFinding[]): ScanFinding[][] => {
  const chunks = Array.from({ length: Math.ceil(findings.length / mostAtOnce) }, (_, i) =>
    findings.slice(i * mostAtOnce, (i + 1) * mostAtOnce),
  )
  return chunks.length > 0 ? chunks : [[]]
}

/** Says what became of the findings of a file, or why nothing did; @returns the exit: 0 done, 1 not, 2 wrong usage. */
export const pushFindings = (
  file: string,
  asked: Asked,
  say: (text: string) => void,
  tell: (text: string) => void,
): Promise<number> =>
  attempt(async () => {
    const read = await readFindings(file, { sheet: asked.sheet, columns: headingsOf(file, asked) })
    const { findings } = read
    for (const line of read.report) tell(line)
    const { complete = false, reason, dryRun = false } = asked
    // What cannot be read is not gone.
    if (complete && read.unread > 0)
      throw new CannotAsk(`${read.unread} rows have no title; a complete scan leaves none of its findings out.`)
    if (complete && findings.length > mostAtOnce)
      throw new CannotAsk(`The file has ${findings.length} findings; a complete scan has at most ${mostAtOnce}.`)
    if (dryRun) return
    const source = sourceOf(asked, read.tools)
    if (reason === undefined) throw new CannotAsk('--reason is needed: it stands in the audit trail.')
    const api = openApi(credentialsOf(asked, 'governance.findings:write'))
    const total = { created: 0, seenAgain: 0, reopened: 0, remediated: 0 }
    for (const chunk of chunked(findings)) {
      const body = { sourceModuleKey: source, isComplete: complete, findings: chunk, reason }
      const headers = { 'idempotency-key': `scan-${randomUUID()}` }
      const answer = await api.ask('POST', '/governance/findings/scan-results', { body, headers })
      const outcome = (await answer.json()) as Outcome
      for (const name of Object.keys(total) as (keyof Outcome)[]) total[name] += outcome[name]
    }
    const { created, seenAgain, reopened, remediated } = total
    say(`${source}: ${created} created, ${seenAgain} seen again, ${reopened} reopened, ${remediated} remediated`)
  }, tell)
