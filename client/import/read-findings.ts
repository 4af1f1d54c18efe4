/** The findings of a file, whatever wrote it, and what the command says of how it was read. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { readCsv } from './csv.ts'
import {
  type ChosenHeadings,
  type FindingField,
  findingFields,
  type ReadRows,
  readFindingRows,
} from './finding-table.ts'
import { checkSize, type GivenFile, isTable, isWorkbook, textOf } from './given-file.ts'
import { type ReadSarif, readSarif, type SarifOptions } from './sarif.ts'
import type { Scan } from './scan-finding.ts'
import type { Table } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { openWorkbook } from './workbook.ts'

export interface ReadFindings {
  /** The names of the scanners, where the file has them. */
  readonly tools: readonly string[]
  /** One, or for SARIF one for each category. */
  readonly scans: readonly Scan[]
  /** Rows that may be findings and could not be taken. */
  readonly unread: number
  /** Why the file cannot stand for everything that its tools found, a sentence each. */
  readonly gaps: readonly string[]
  /** What is in it, what was left out and what was taken otherwise, a line each. */
  readonly report: readonly string[]
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const categoryLines = (scans: readonly Scan[]): string[] =>
  scans.flatMap(({ category, findings }) => (category ? [`category ${category}: ${findings.length} findings`] : []))

const sarifLines = ({ findings, scans, skipped, gaps, notes }: ReadSarif): string[] => {
  const { notFailing, undecided, suppressed, absent } = skipped
  return [
    `${findings.length} findings; left out: ${suppressed} suppressed, ${undecided} undecided, ${notFailing} not failing, ${absent} gone`,
    ...categoryLines(scans),
    ...gaps,
    ...notes,
  ]
}

const mostMiB = 128

/** SARIF is UTF-8; tools of Windows also write UTF-16, which begins with a byte order mark. */
const sarifTextOf = (file: GivenFile): string => {
  const [first, second] = file.bytes
  const name =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined
  return name === undefined ? textOf(file) : new TextDecoder(name).decode(file.bytes)
}

const fromSarif = (file: GivenFile, options: SarifOptions): ReadFindings => {
  const read = readSarif(sarifTextOf(file), sha256, options)
  return { tools: read.tools, scans: read.scans, unread: 0, gaps: read.gaps, report: sarifLines(read) }
}

/** What is said of losses, where there are some. */
const lossLines: Readonly<Record<string, (count: number) => string>> = {
  numberIds: count =>
    `${count} ids may be numbers of rows and are not used; --column id=… says that they are those of findings`,
  withoutSeverity: count => `${count} without a severity, taken as medium`,
  formulas: count => `${count} cells are formulas; the values that were saved last are taken`,
  errors: count => `${count} cells hold an error of the spreadsheet`,
  merged: count => `${count} cells are merged with the one above and have its text`,
  unformatted: count => `${count} numbers are shown in a format that is not known; they are taken as plain numbers`,
  cutTexts: count => `${count} texts are too long and are cut`,
}

const mostNamed = 20

const unknownLine = (unknown: ReadonlyMap<string, number>): string[] => {
  if (unknown.size === 0) return []
  const named = [...unknown].slice(0, mostNamed).map(([word, count]) => `“${word}” (${count})`)
  const more = unknown.size > mostNamed ? ` and ${unknown.size - mostNamed} more` : ''
  return [`severities that are not known, taken as medium: ${named.join(', ')}${more}`]
}

const columnLine = ({ headings, columns }: ReadRows): string => {
  const named = findingFields.flatMap(field => {
    const column = columns[field]
    return column === undefined ? [] : [`${field}=${headings[column] ?? ''}`]
  })
  return `columns: ${named.join(', ')}`
}

const rowsLines = (table: Table, read: ReadRows): string[] => {
  const { repeated, closed, withoutTitle } = read.losses
  const [counts, sheet] = [
    new Map(Object.entries(read.losses)),
    table.sheet === undefined ? '' : ` of “${table.sheet}”`,
  ]
  const losses = Object.entries(lossLines).flatMap(([name, say]) => {
    const count = counts.get(name) ?? 0
    return count > 0 ? [say(count)] : []
  })
  return [
    columnLine(read),
    `${read.findings.length} findings in ${read.rows} rows${sheet}; left out: ${repeated} repeated, ${closed} closed, ${withoutTitle} without a title`,
    ...losses,
    ...unknownLine(read.unknownSeverities),
  ]
}

const fromTable = async (file: GivenFile, sheet: string | undefined, chosen: ChosenHeadings): Promise<ReadFindings> => {
  const table = isWorkbook(file.name) ? await (await openWorkbook(file.bytes)).read(sheet) : readCsv(textOf(file))
  const read = readFindingRows(table, chosen, sha256)
  const unread = read.losses.withoutTitle
  const scans = [{ findings: read.findings, untouched: [] }]
  return { tools: [], scans, unread, gaps: [], report: rowsLines(table, read) }
}

/** Throws {@link UnreadableFile} before more is read than a table may have. */
const fileAt = async (path: string): Promise<GivenFile> => {
  await using handle = await open(path)
  const { size } = await handle.stat()
  if (isTable(path)) checkSize(size)
  else if (size > mostMiB * 1024 * 1024) throw new UnreadableFile('tooLarge', { most: mostMiB })
  return { name: basename(path), bytes: new Uint8Array(await handle.readFile()) }
}

/** `field=heading` as it is typed; undefined where there is no such field. */
export const chosenHeading = (typed: string): readonly [FindingField, string] | undefined => {
  const at = typed.indexOf('=')
  const field = findingFields.find(one => one === typed.slice(0, at))
  return field === undefined ? undefined : [field, typed.slice(at + 1)]
}

export interface ReadOptions {
  readonly sheet: string | undefined
  readonly columns: ChosenHeadings
  readonly sarif?: SarifOptions
}

/** By the ending of its name: a table, or else SARIF. Throws {@link UnreadableFile}. */
export const readFindings = async (
  path: string,
  { sheet, columns, sarif = {} }: ReadOptions,
): Promise<ReadFindings> => {
  if (/\.xls[b]?$/i.test(path)) throw new UnreadableFile('oldWorkbook')
  const file = await fileAt(path)
  return isTable(path) ? fromTable(file, sheet, columns) : fromSarif(file, sarif)
}
