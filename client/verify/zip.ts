/**
 * Writes the headers of a ZIP archive (PKWARE APPNOTE 6.3.10) whose entries are stored without compression and without
 * optional fields.
 */
import { join, toUtf8 } from './bytes.ts'

export interface Entry {
  readonly name: string
  readonly size: number
  readonly crc32: number
  /** The position of the entry's header. */
  readonly offset: number
  /** The DOS time and date, in four bytes. */
  readonly stamp: number
}

const maxUint32 = 0xffffffff
const madeBy = (3 << 8) | 45
const utf8Names = 0x800
const regularFile = 0o100644 * 0x10000

type Field = readonly [bytes: 2 | 4 | 8, value: number]

const packFields = (fields: readonly Field[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)))
  let offset = 0
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(offset, value, true)
    else if (bytes === 4) view.setUint32(offset, value, true)
    else view.setBigUint64(offset, BigInt(value), true)
    offset += bytes
  }
  return new Uint8Array(view.buffer)
}

const zip64 = (values: readonly number[]): Uint8Array =>
  values.length === 0
    ? new Uint8Array()
    : packFields([[2, 1], [2, values.length * 8], ...values.map((value): Field => [8, value])])

const needsZip64Size = ({ size }: Entry): boolean => size >= maxUint32
const needsZip64Offset = ({ offset }: Entry): boolean => offset >= maxUint32
const localZip64Extra = (entry: Entry) => zip64(needsZip64Size(entry) ? [entry.size, entry.size] : [])
const centralZip64Extra = (entry: Entry) =>
  zip64([
    ...(needsZip64Size(entry) ? [entry.size, entry.size] : []),
    ...(needsZip64Offset(entry) ? [entry.offset] : []),
  ])

export const localHeaderSize = (entry: Entry): number => 30 + entry.name.length + (needsZip64Size(entry) ? 20 : 0)

/** Returns the bytes before the content of an entry. */
export const localHeader = (entry: Entry): Uint8Array => {
  const extra = localZip64Extra(entry)
  const size = Math.min(entry.size, maxUint32)
  const fixed = packFields([
    [4, 0x04034b50],
    [2, needsZip64Size(entry) ? 45 : 20],
    [2, utf8Names],
    [2, 0],
    [4, entry.stamp],
    [4, entry.crc32],
    [4, size],
    [4, size],
    [2, entry.name.length],
    [2, extra.length],
  ])
  return join(fixed, toUtf8(entry.name), extra)
}

/** Returns the directory record of an entry. */
export const centralHeader = (entry: Entry): Uint8Array => {
  const extra = centralZip64Extra(entry)
  const size = Math.min(entry.size, maxUint32)
  const fixed = packFields([
    [4, 0x02014b50],
    [2, madeBy],
    [2, extra.length > 0 ? 45 : 20],
    [2, utf8Names],
    [2, 0],
    [4, entry.stamp],
    [4, entry.crc32],
    [4, size],
    [4, size],
    [2, entry.name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, regularFile],
    [4, Math.min(entry.offset, maxUint32)],
  ])
  return join(fixed, toUtf8(entry.name), extra)
}

export interface Directory {
  readonly entries: number
  readonly size: number
  readonly start: number
}

export const endSize = 98

/** Returns the end of the file: the ZIP64 end record, its locator, and the end record. */
export const endRecords = ({ entries, size, start }: Directory): Uint8Array => {
  const entryCount = Math.min(entries, 0xffff)
  return packFields([
    [4, 0x06064b50],
    [8, 44],
    [2, madeBy],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, entries],
    [8, entries],
    [8, size],
    [8, start],
    [4, 0x07064b50],
    [4, 0],
    [8, start + size],
    [4, 1],
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, entryCount],
    [2, entryCount],
    [4, Math.min(size, maxUint32)],
    [4, Math.min(start, maxUint32)],
    [2, 0],
  ])
}
