import { fromCisoAssistant } from './ciso-assistant.ts'
import { type ClauseField, type ClauseTable, fromTable, UnreadableTable } from './clause-table.ts'
import {
  clausesOf,
  type FormatLosses,
  type LeftOut,
  leftOutOf,
  type Missing,
  type ParsedClause,
  type ReadClauses,
} from './clauses.ts'
import { type Columns, noCellLosses } from './columns.ts'
import { isWorkbookFile } from './file-kind.ts'
import { type InputFile, isTable } from './input-file.ts'
import { fromCatalog } from './oscal.ts'
import { oscalFile } from './oscal-shape.ts'
import { resolveProfile } from './profile.ts'
import type { NamedDocument } from './profile-documents.ts'
import { readTable, type TableFile } from './read-table.ts'
import type { Unread } from './shape.ts'
import { documentOf, extensionOf, isDocument } from './structured.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { openWorkbook } from './workbook.ts'

/** A person's choices for reading a file. */
export interface ClauseFileOptions {
  /** The catalogs and profiles that a profile imports. */
  readonly catalogs?: readonly InputFile[] | undefined
  /** The sheet of a workbook; the first if omitted. */
  readonly sheet?: string | undefined
  readonly columns?: Columns<ClauseField> | undefined
}

export interface ReadFile extends ReadClauses {
  readonly missing: readonly Missing[]
  readonly leftOut: readonly LeftOut[]
  /** Set only for a table. */
  readonly table?: ClauseTable
}

/** The result of a format's reader, before the limits of the API are applied. */
interface FormatResult {
  readonly clauses: readonly ParsedClause[]
  readonly losses?: FormatLosses
  readonly missing?: readonly Missing[]
  readonly leftOut?: readonly LeftOut[]
  readonly table?: ClauseTable
}

/** OSCAL models that do not define controls. */
const otherModels = [
  'component-definition',
  'system-security-plan',
  'assessment-plan',
  'assessment-results',
  'plan-of-action-and-milestones',
] as const

const readImportedDocument = (file: InputFile, unread: Unread): NamedDocument => {
  const { catalog, profile } = oscalFile(documentOf(file), { place: undefined, unread })
  if (!catalog && !profile) throw new UnreadableFile('extraFileNotCatalog', { file: file.name })
  return { name: file.name, ...(catalog && { catalog }), ...(profile && { profile }) }
}

/** Merges the entries of each kind. */
const mergeByKind = (leftOut: readonly LeftOut[]): LeftOut[] =>
  [...Map.groupBy(leftOut, ({ kind }) => kind)].map(([kind, some]) => ({
    kind,
    names: some.flatMap(({ names }) => names),
  }))

const fromOscal = (document: object, files: readonly InputFile[]): FormatResult => {
  const unread: Unread = new Map()
  const { catalog, profile } = oscalFile(document, { place: undefined, unread })
  if (profile && files.length === 0) throw new UnreadableFile('needsCatalog')
  if (!profile && files.length > 0) throw new UnreadableFile('catalogWithoutProfile')
  const resolvedProfile =
    profile &&
    resolveProfile(
      profile,
      files.map(file => readImportedDocument(file, unread)),
    )
  const { clauses: parsed, missing, leftOut } = fromCatalog(resolvedProfile?.catalog ?? catalog ?? {})
  if (resolvedProfile && parsed.length === 0) {
    const names = resolvedProfile.missing.flatMap(one => (one.kind === 'unused' ? [] : one.names))
    throw new UnreadableFile('noneSelected', { names: names.join(', ').slice(0, 500) || '–' })
  }
  return {
    clauses: parsed,
    missing: [...(resolvedProfile?.missing ?? []), ...missing],
    leftOut: mergeByKind([...leftOut, ...leftOutOf('fields', unread)]),
  }
}

const fromDocument = (file: InputFile, files: readonly InputFile[]): FormatResult => {
  const document = documentOf(file)
  const has = (key: string): boolean => Object.hasOwn(document, key)
  if (has('catalog') || has('profile')) return fromOscal(document, files)
  if (files.length > 0) throw new UnreadableFile('catalogWithoutProfile')
  const model = otherModels.find(has)
  if (model) throw new UnreadableFile('otherOscal', { model })
  if (has('mapping-collection')) throw new UnreadableFile('mappingInstead')
  if (!has('objects') && extensionOf(file.name) === 'json') throw new UnreadableFile('noCatalog')
  const { unknownMarks, ...result } = fromCisoAssistant(document, { place: undefined, unread: new Map() })
  return { ...result, losses: { ...noCellLosses, unknownMarks } }
}

const fromWorkbook = async ({ bytes }: InputFile, { sheet, columns }: ClauseFileOptions): Promise<FormatResult> => {
  const { sheets, read } = await openWorkbook(bytes)
  try {
    return fromTable(await read(sheet), columns)
  } catch (error) {
    if (!(error instanceof UnreadableFile) || error instanceof UnreadableTable) throw error
    throw new UnreadableTable(error, { sheets, sheet: sheet ?? sheets[0], headings: [], columns: {} })
  }
}

/** Reports that windows-1252 was assumed, because the file does not state its encoding. */
const assumedEncoding = ({ encoding }: TableFile): LeftOut[] =>
  encoding === 'windows-1252' ? [{ kind: 'encoding', names: [encoding] }] : []

const readFormat = async (file: InputFile, options: ClauseFileOptions): Promise<FormatResult> => {
  const { catalogs = [] } = options
  if (isDocument(file.name)) return fromDocument(file, catalogs)
  if (catalogs.length > 0) throw new UnreadableFile('catalogWithoutProfile')
  if (!isTable(file.name)) throw new UnreadableFile('wrongName')
  if (isWorkbookFile(file.bytes)) return fromWorkbook(file, options)
  const table = await readTable(file.bytes)
  const { leftOut, ...result } = fromTable(table, options.columns)
  return { ...result, leftOut: [...leftOut, ...assumedEncoding(table)] }
}

/**
 * Reads the clauses of a file: an OSCAL catalog, an OSCAL profile with the documents that it imports, or a CISO
 * Assistant library, each as JSON or YAML; or a table. Throws {@link UnreadableFile}, whose message gives the reason.
 */
export const readClauseFile = async (file: InputFile, options: ClauseFileOptions = {}): Promise<ReadFile> => {
  const { clauses: parsed, losses, missing = [], leftOut = [], table } = await readFormat(file, options)
  return { ...clausesOf(parsed, losses), missing, leftOut, ...(table && { table }) }
}

/** Reads the clauses of a CISO Assistant library, each with its URN in lower case. */
export const readNamed = (file: InputFile): readonly { readonly id: string; readonly clauseKey: string }[] => {
  const { clauses: parsed } = fromDocument(file, [])
  const { clauses } = clausesOf(parsed)
  return clauses.flatMap(({ clauseKey }, i) => {
    const id = parsed[i]?.id
    return id === undefined ? [] : [{ id, clauseKey }]
  })
}
