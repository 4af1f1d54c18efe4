/** Creates workbooks in the form in which spreadsheet programs write them, and invalid ones. */
import { crc32, deflateRawSync } from 'node:zlib'

/** The header fields of a ZIP entry, which may be wrong in a forged file. */
export interface PartHeader {
  readonly method: number
  readonly flags: number
  readonly crc: number
  readonly packed: number
  readonly size: number
}

type HeaderEdit = (name: string, header: PartHeader) => PartHeader

const packFields = (fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer =>
  Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value, 0, bytes)
      return field
    }),
  )

const zipEntry = ({ method, flags, crc, packed, size }: PartHeader, name: Buffer) =>
  [
    [2, flags],
    [2, method],
    [4, 0],
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
    [2, 0],
  ] as const

/** Returns a ZIP with deflated parts. */
export const zipParts = (
  parts: Readonly<Record<string, string | Buffer>> | readonly (readonly [string, string | Buffer])[],
  editHeader: HeaderEdit = (_, header) => header,
): Uint8Array<ArrayBuffer> => {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Array.isArray(parts) ? parts : Object.entries(parts)) {
    const bytes = Buffer.from(text)
    const data = deflateRawSync(bytes)
    const trueHeader = { method: 8, flags: 0, crc: crc32(bytes), packed: data.length, size: bytes.length }
    const header = editHeader(name, trueHeader)
    const path = Buffer.from(name)
    const local = Buffer.concat([packFields([[4, 0x04034b50], [2, 20], ...zipEntry(header, path)]), path, data])
    const directoryFields = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ] as const
    directory.push(packFields([[4, 0x02014b50], [2, 20], [2, 20], ...zipEntry(header, path), ...directoryFields]), path)
    pieces.push(local)
    offset += local.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const count = directory.length / 2
  const end = packFields([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, offset],
    [2, 0],
  ])
  return new Uint8Array(Buffer.concat([...pieces, ...directory, end]))
}

const mainNamespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)

const relationship = (items: readonly (readonly [id: string, type: string, target: string])[]): string => {
  const lines = items.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`,
  )
  return `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join('')}</Relationships>`
}

export interface WorkbookContent {
  /** The XML inside `<sheetData>`, by sheet name. */
  readonly sheets: Readonly<Record<string, string>>
  /** The shared strings, each as `<si>…</si>`. */
  readonly texts?: readonly string[]
  /** The codes of number formats. A style is the position of its format, from 1. */
  readonly formats?: readonly string[]
  readonly is1904?: boolean
  /** The XML after `</sheetData>`, the same in every sheet. */
  readonly after?: string
}

/** Returns the parts of a workbook, before they are put into a ZIP. */
export const partsOf = ({
  sheets,
  texts,
  formats = [],
  is1904 = false,
  after = '',
}: WorkbookContent): Record<string, string> => {
  const names = Object.keys(sheets)
  const sheetElements = names.map(
    (name, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  )
  const codes = formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escapeXml(code)}"/>`)
  const styles = formats.map((_, i) => `<xf numFmtId="${164 + i}" xfId="0"/>`)
  return {
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relationship([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${xml}<workbook ${mainNamespace} xmlns:r="${relations}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheetElements.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationship([
      ...names.map((_, i) => [`rId${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`] as const),
      ...(texts ? [['rIdT', 'sharedStrings', 'sharedStrings.xml'] as const] : []),
      ['rIdS', 'styles', '/xl/styles.xml'],
    ]),
    'xl/styles.xml': `${xml}<styleSheet ${mainNamespace}><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    ...(texts && { 'xl/sharedStrings.xml': `${xml}<sst ${mainNamespace}>${texts.join('')}</sst>` }),
    ...Object.fromEntries(
      Object.values(sheets).map((rows, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        `${xml}<worksheet ${mainNamespace}><sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
  }
}

/** Renders a cell with inline text. */
const inlineCell = (text: string): string => `<c t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`

/** Renders rows of texts as XML. */
export const rowsOf = (rows: readonly (readonly string[])[]): string =>
  rows.map(cells => `<row>${cells.map(inlineCell).join('')}</row>`).join('')

/** Returns a workbook with one sheet of texts. */
export const workbookOf = (rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> =>
  zipParts(partsOf({ sheets: { Clauses: rowsOf(rows) } }))
