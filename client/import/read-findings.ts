/** Reads the findings of a file in any format, with notes on how it was read. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { requireSarif } from './file-kind.ts'
import type { Scale } from './finding-rows/severity.ts'
import { type ChosenHeadings, type FindingField, findingFields, readFindingRows } from './finding-table.ts'
import { checkSize, type InputFile, isTable, textOf } from './input-file.ts'
import { readTable } from './read-table.ts'
import { rowLines } from './row-report.ts'
import { type ReadSarif, readSarif, type SarifOptions } from './sarif.ts'
import type { Scan } from './scan-finding.ts'
import { UnreadableFile } from './unreadable-file.ts'

export interface ReadFindings {
  /** The names of the scanners, if the file contains them. */
  readonly tools: readonly string[]
  /** One scan; for SARIF, one per category. */
  readonly scans: readonly Scan[]
  /** Rows that may be findings but could not be read. */
  readonly unread: number
  /** The reasons why the file is not a complete scan, one sentence each. */
  readonly gaps: readonly string[]
  /** Notes on the content, on omissions and on reinterpreted values, one line each. */
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

const maxMiB = 128

const fromSarif = (file: InputFile, options: SarifOptions): ReadFindings => {
  requireSarif(file.bytes)
  const read = readSarif(textOf(file), sha256, options)
  return { tools: read.tools, scans: read.scans, unread: 0, gaps: read.gaps, report: sarifLines(read) }
}

const fromTable = async ({ bytes }: InputFile, { sheet, columns, scale }: ReadOptions): Promise<ReadFindings> => {
  const table = await readTable(bytes, sheet)
  const read = readFindingRows(table, { chosen: columns, scale }, sha256)
  const scans = [{ findings: read.findings, untouched: read.untouched }]
  return { tools: [], scans, unread: read.losses.withoutTitle, gaps: [], report: rowLines(table, read, scale) }
}

/** Loads a file. Throws {@link UnreadableFile} if it is too large, before reading it. */
const loadFile = async (path: string): Promise<InputFile> => {
  await using handle = await open(path)
  const { size } = await handle.stat()
  if (isTable(path)) checkSize(size)
  else if (size > maxMiB * 1024 * 1024) throw new UnreadableFile('tooLarge', { most: maxMiB })
  return { name: basename(path), bytes: new Uint8Array(await handle.readFile()) }
}

/** Parses `field=heading` as typed; undefined if the field does not exist. */
export const parseChosenHeading = (typed: string): readonly [FindingField, string] | undefined => {
  const index = typed.indexOf('=')
  const field = findingFields.find(one => one === typed.slice(0, index))
  return field === undefined ? undefined : [field, typed.slice(index + 1)]
}

export interface ReadOptions {
  readonly sheet: string | undefined
  readonly columns: ChosenHeadings
  /** The scale of whole numbers in the rating columns. */
  readonly scale?: Scale | undefined
  readonly sarif?: SarifOptions
}

/** Reads a file as a table or as SARIF, depending on its extension. Throws {@link UnreadableFile}. */
export const readFindings = async (path: string, options: ReadOptions): Promise<ReadFindings> => {
  const file = await loadFile(path)
  return isTable(path) ? fromTable(file, options) : fromSarif(file, options.sarif ?? {})
}
