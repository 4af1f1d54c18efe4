import { parse as parseYaml, YAMLError } from 'yaml'
import { fromCisoAssistant } from './ciso-assistant.ts'
import { type ClauseField, type ClauseTable, fromTable, UnreadableTable } from './clause-table.ts'
import { clausesOf, type Missing, type ReadClauses, type Said } from './clauses.ts'
import type { CellLosses, Columns } from './columns.ts'
import { readCsv } from './csv.ts'
import { type GivenFile, isWorkbook, textOf } from './given-file.ts'
import { fromCatalog } from './oscal.ts'
import type { Catalog, Profile } from './oscal-model.ts'
import { resolveProfile } from './profile.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { openWorkbook } from './workbook.ts'

/** What a person says of a file besides the file. */
export interface Wanted {
  /** The catalog that a profile selects from. */
  readonly catalog?: GivenFile | undefined
  /** The sheet of a workbook; the first where it is left out. */
  readonly sheet?: string | undefined
  readonly columns?: Columns<ClauseField> | undefined
}

export interface ReadFile extends ReadClauses {
  readonly missing: readonly Missing[]
  /** Of a table alone. */
  readonly table?: ClauseTable
}

/** What a reader finds, before the limits of the interface. */
interface Found {
  readonly said: readonly Said[]
  readonly cells?: CellLosses
  readonly missing?: readonly Missing[]
  readonly table?: ClauseTable
}

/** More aliases than that are an attempt to fill the memory. */
const yaml = { maxAliasCount: 100 }

const lineOf = (error: unknown): number | undefined => {
  if (error instanceof YAMLError) return error.linePos?.[0].line
  // What V8 says of JSON; other browsers name the line too, each in its words.
  const [, line] = /\bline (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
  return line === undefined ? undefined : Number(line)
}

const objectOf = (read: () => unknown, kind: string): object => {
  let value: unknown
  try {
    value = read()
  } catch (error) {
    const line = lineOf(error)
    throw line === undefined ? new UnreadableFile('broken', { kind }) : new UnreadableFile('brokenAt', { kind, line })
  }
  if (typeof value !== 'object' || value === null) throw new UnreadableFile('noObject', { kind })
  return value
}

interface Oscal {
  readonly catalog?: Catalog
  readonly profile?: Profile
}

const oscalOf = (text: string): Oscal => objectOf(() => JSON.parse(text.replace(/^\ufeff/, '')), 'JSON')

const catalogBeside = (file: GivenFile): Catalog => {
  const { catalog, profile } = oscalOf(textOf(file))
  if (profile) throw new UnreadableFile('besideProfile')
  if (!catalog) throw new UnreadableFile('besideNoCatalog')
  return catalog
}

const fromOscal = (text: string, beside: GivenFile | undefined): Found => {
  const { catalog, profile } = oscalOf(text)
  if (profile) {
    if (!beside) throw new UnreadableFile('needsCatalog')
    const { catalog: resolved, missing } = resolveProfile(profile, catalogBeside(beside))
    return { said: fromCatalog(resolved), missing }
  }
  if (!catalog) throw new UnreadableFile('noCatalog')
  if (beside) throw new UnreadableFile('besideNoProfile')
  return { said: fromCatalog(catalog) }
}

type Reader = (text: string, wanted: Wanted) => Found

const fromYaml: Reader = text => ({ said: fromCisoAssistant(objectOf(() => parseYaml(text, yaml), 'YAML')) })
const fromCsv: Reader = (text, { columns }) => fromTable(readCsv(text), columns)

const readers: Readonly<Record<string, Reader>> = {
  __proto__: null as never,
  json: (text, { catalog }) => fromOscal(text, catalog),
  yaml: fromYaml,
  yml: fromYaml,
  csv: fromCsv,
  tsv: fromCsv,
}

const fromWorkbook = async ({ bytes }: GivenFile, { sheet, columns }: Wanted): Promise<Found> => {
  const { sheets, read } = await openWorkbook(bytes)
  try {
    return fromTable(await read(sheet), columns)
  } catch (error) {
    if (!(error instanceof UnreadableFile) || error instanceof UnreadableTable) throw error
    throw new UnreadableTable(error, { sheets, sheet: sheet ?? sheets[0], headings: [], columns: {} })
  }
}

const foundIn = async (file: GivenFile, wanted: Wanted): Promise<Found> => {
  if (isWorkbook(file.name)) return fromWorkbook(file, wanted)
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  const read = readers[ending]
  if (!read) throw new UnreadableFile(/^xls/.test(ending) ? 'oldWorkbook' : 'wrongName')
  if (wanted.catalog && ending !== 'json') throw new UnreadableFile('besideNoProfile')
  return read(textOf(file), wanted)
}

/**
 * The clauses that a file holds: an OSCAL catalog, an OSCAL profile with the catalog beside it, a library of CISO
 * Assistant, or a table. Throws {@link UnreadableFile}, whose message says why.
 */
export const readClauseFile = async (file: GivenFile, wanted: Wanted = {}): Promise<ReadFile> => {
  const { said, cells, missing = [], table } = await foundIn(file, wanted)
  return { ...clausesOf(said, cells), missing, ...(table && { table }) }
}
