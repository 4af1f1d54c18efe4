/** Checks records and decisions: compares their texts with the digests in the ledger. */
import { canonicalText, isObject, isPrinted, type JsonObject, parseJson } from './canonical.ts'
import type { Section } from './findings.ts'
import { eachLine, type Reading } from './lines.ts'
import type { Rows } from './rows.ts'

interface ProvedLine {
  readonly leaf?: number
  readonly record?: JsonObject
  readonly contentLeaf?: number
  readonly content?: JsonObject
  readonly path?: string
}

const members = ['leaf', 'record', 'contentLeaf', 'content', 'path'] as const
const isRow = (value: unknown): boolean => value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0)
const isText = (value: unknown): boolean => value === undefined || typeof value === 'string'
const isRecord = (value: unknown): boolean => value === undefined || isObject(value)

/** Validates a parsed line; undefined if it does not have the members of a record in their order. */
const readProved = (parsed: JsonObject): ProvedLine | undefined => {
  const names = Object.keys(parsed)
  const { leaf, record, contentLeaf, content, path } = parsed
  const isInOrder = names.join() === members.filter(name => name in parsed).join()
  const isPaired = (leaf === undefined) === (record === undefined)
  const isFullyPaired = isPaired && (contentLeaf === undefined) === (content === undefined)
  if (!isInOrder || !isFullyPaired || (!record && !content) || (path !== undefined && !record)) return undefined
  if (!isRow(leaf) || !isRow(contentLeaf) || !isRecord(record) || !isRecord(content) || !isText(path)) return undefined
  return parsed as ProvedLine
}

/** Whether a record contains an id at its top level or one level below. */
const hasId = (record: JsonObject, id: string, depth = 1): boolean => {
  for (const name of Object.keys(record)) {
    const value = record[name]
    if (value === id && (name === 'id' || name.endsWith('Id'))) return true
    if (depth > 0 && isObject(value) && hasId(value, id, depth - 1)) return true
  }
  return false
}

interface LineLocation {
  readonly section: Section
  readonly file: string
  readonly line: number
}

/** Checks that a row is shown, concerns this record, and has its digest. Returns the row's index in `rows`. */
const prove = (
  { addFinding, primitives }: Reading,
  rows: Rows,
  { section, ...location }: LineLocation,
  { row, which, text, fields }: { row: number; which: 'after' | 'content'; text: string; fields: JsonObject },
): number | undefined => {
  const place = rows.find(row)
  if (place === undefined) return addFinding(section, 'leaf-not-shown', { ...location, row })
  const code = which === 'after' ? 'record-not-sealed' : 'content-not-sealed'
  if (!rows.matches(place, which, primitives.sha256(text))) return addFinding(section, code, { ...location, row })
  if (!hasId(fields, rows.resource(place))) return addFinding(section, 'record-of-another', { ...location, row })
  return place
}

const checkAttachment = (
  { files, addFinding }: Reading,
  { section, ...location }: LineLocation,
  record: JsonObject,
  path: string,
) => {
  const file = files.get(path)
  if (!file) return addFinding(section, 'attachment-missing', { ...location, what: path })
  const isSameFile = file.sha256 === record.checksumSha256 && file.size === record.byteSize
  if (!isSameFile || !path.startsWith(`data/attachments/${record.artifactId}/`))
    return addFinding(section, 'attachment-exchanged', { ...location, what: path })
  return undefined
}

/** Checks a file of records. Calls `onAttachment` with the path of each attachment. Returns the number of records. */
export const checkRecords = async (
  reading: Reading,
  rows: Rows,
  section: Section,
  file: string,
  onAttachment: (path: string) => void,
): Promise<number> => {
  const { addFinding } = reading
  let count = 0
  await eachLine(reading, section, file, (text, line) => {
    const location = { section, file, line }
    const parsed = parseJson(text)
    if (!isObject(parsed)) return addFinding(section, 'line-malformed', { file, line })
    if (!isPrinted(text, parsed)) return addFinding(section, 'line-ambiguous', { file, line })
    const provedLine = readProved(parsed)
    if (!provedLine) return addFinding(section, 'line-malformed', { file, line })
    count++
    const { leaf, record, contentLeaf, content, path } = provedLine
    const fields = record ?? content ?? {}
    if (record && leaf !== undefined) {
      const place = prove(reading, rows, location, { row: leaf, which: 'after', text: JSON.stringify(record), fields })
      const isItself = place !== undefined && rows.resource(place) === (record.id ?? rows.resource(place))
      const newer = isItself ? rows.newer(place) : undefined
      if (newer !== undefined) addFinding(section, 'record-outdated', { file, line, row: newer })
    }
    if (content && contentLeaf !== undefined) {
      const canonical = canonicalText(content)
      if (canonical === undefined) return addFinding(section, 'line-ambiguous', { file, line })
      prove(reading, rows, location, { row: contentLeaf, which: 'content', text: canonical, fields })
    }
    if (record && path !== undefined) {
      onAttachment(path)
      checkAttachment(reading, location, record, path)
    }
    return undefined
  })
  return count
}
