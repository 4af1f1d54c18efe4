/** Reads SpreadsheetML workbooks (ECMA-376, ISO/IEC 29500): .xlsx, and .xlsm without its macros. */
import { isWorkbookFile } from './file-kind.ts'
import { formatCode } from './number-format.ts'
import { readSheet, unescapeText } from './sheet.ts'
import type { Table } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { type Archive, openArchive } from './unzip.ts'
import { readXml } from './xml.ts'

interface Relation {
  readonly target: string
  readonly type: string
}

const folderOf = (part: string): string => part.slice(0, part.lastIndexOf('/') + 1)

/** Resolves a target relative to a part. */
const pathOf = (part: string, target: string): string => {
  if (target.startsWith('/')) return target.slice(1)
  const steps = folderOf(part).split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  }
  return steps.join('/')
}

const relationsOf = async (archive: Archive, part: string): Promise<ReadonlyMap<string, Relation>> => {
  const path = `${folderOf(part)}_rels/${part.slice(folderOf(part).length)}.rels`
  const relations = new Map<string, Relation>()
  if (!archive.has(path)) return relations
  await readXml(archive.read(path), path, {
    opened(name, { Id = '', Target = '', Type = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return
      relations.set(Id, { target: pathOf(part, Target), type: Type.slice(Type.lastIndexOf('/') + 1) })
    },
  })
  return relations
}

const ofType = (relations: ReadonlyMap<string, Relation>, type: string): string | undefined =>
  [...relations.values()].find(relation => relation.type === type)?.target

const isTrue = /^(1|true)$/

interface SheetEntry {
  readonly name: string
  readonly path: string
}

const readSheets = async (archive: Archive, part: string, relations: ReadonlyMap<string, Relation>) => {
  const sheets: SheetEntry[] = []
  let [is1904, isUncomputed] = [false, false]
  await readXml(archive.read(part), part, {
    opened(tag, { date1904 = '', fullCalcOnLoad = '', name = '', id = '' }) {
      if (tag === 'workbookPr') is1904 = isTrue.test(date1904)
      else if (tag === 'calcPr') isUncomputed = isTrue.test(fullCalcOnLoad)
      const relation = relations.get(id)
      // Other kinds of sheets are charts and dialogs.
      if (tag === 'sheet' && relation?.type === 'worksheet') sheets.push({ name, path: relation.target })
    },
  })
  return { sheets, is1904, isUncomputed }
}

const textLimits = { count: 500_000, characters: 32 * 1024 * 1024 } as const

const readTexts = async (archive: Archive, part: string): Promise<readonly string[]> => {
  const texts: string[] = []
  const runs: string[] = []
  let [characters, isText, isPhonetic] = [0, false, false]
  await readXml(archive.read(part), part, {
    opened(name) {
      if (name === 't') isText = true
      else if (name === 'rPh') isPhonetic = true
    },
    text(text) {
      if (!isText || isPhonetic) return
      characters += text.length
      if (characters > textLimits.characters)
        throw new UnreadableFile('largePart', { part, most: textLimits.characters / 1024 / 1024 })
      runs.push(text)
    },
    closed(name) {
      if (name === 't') isText = false
      else if (name === 'rPh') isPhonetic = false
      if (name !== 'si') return
      if (texts.length >= textLimits.count) throw new UnreadableFile('manyStrings', { most: textLimits.count })
      texts.push(unescapeText(runs.join('')))
      runs.length = 0
    },
  })
  return texts
}

const readFormats = async (archive: Archive, part: string): Promise<readonly string[]> => {
  const ownFormats = new Map<number, string>()
  const formatIds: number[] = []
  let isCell = false
  await readXml(archive.read(part), part, {
    opened(name, { numFmtId = '0', formatCode: code = '' }) {
      if (name === 'cellXfs') isCell = true
      else if (name === 'numFmt') ownFormats.set(Number(numFmtId), code)
      else if (name === 'xf' && isCell) formatIds.push(Number(numFmtId))
    },
    closed(name) {
      if (name === 'cellXfs') isCell = false
    },
  })
  return formatIds.map(id => formatCode(id, ownFormats))
}

const chooseSheet = (sheets: readonly SheetEntry[], sheetName: string | undefined): SheetEntry => {
  const [first] = sheets
  if (!first) throw new UnreadableFile('noSheets')
  const sheet = sheetName === undefined ? first : sheets.find(({ name }) => name === sheetName)
  const names = sheets.map(({ name }) => name).join(', ')
  if (!sheet) throw new UnreadableFile('noSheet', { sheet: sheetName ?? '', sheets: names })
  return sheet
}

export interface Workbook {
  /** The names of all sheets in their order, including hidden ones. */
  readonly sheets: readonly string[]
  /** Reads the sheet with this name, or the first. Throws {@link UnreadableFile}. */
  read(sheet?: string): Promise<Table>
}

/** Opens a workbook: reads the names of its sheets now, and sheets on request. Throws {@link UnreadableFile}. */
export const openWorkbook = async (bytes: Uint8Array<ArrayBuffer>): Promise<Workbook> => {
  if (!isWorkbookFile(bytes)) throw new UnreadableFile('noZip')
  const archive = openArchive(bytes)
  const part = ofType(await relationsOf(archive, ''), 'officeDocument') ?? 'xl/workbook.xml'
  const relations = await relationsOf(archive, part)
  const { sheets, is1904, isUncomputed } = await readSheets(archive, part, relations)
  const names = sheets.map(({ name }) => name)
  const [texts, styles] = [ofType(relations, 'sharedStrings'), ofType(relations, 'styles')]
  return {
    sheets: names,
    async read(sheetName) {
      const { name, path } = chooseSheet(sheets, sheetName)
      const book = {
        texts: texts === undefined ? [] : await readTexts(archive, texts),
        formats: styles === undefined ? [] : await readFormats(archive, styles),
        ...{ is1904, isUncomputed },
      }
      return { ...(await readSheet(archive.read(path), path, book)), sheets: names, sheet: name }
    },
  }
}
