/**
 * Strictly checks the container: reads the directory, and compares each header with the bytes that the directory
 * implies. Thus no data can hide in flags, fields, comments, gaps or contradictory headers.
 */
import { fromUtf8, sameBytes } from './bytes.ts'
import type { AddFinding } from './findings.ts'
import type { Source } from './primitives.ts'
import { EndsEarly, Window } from './window.ts'
import { centralHeader, type Directory, type Entry, endRecords, endSize, localHeader, localHeaderSize } from './zip.ts'

export interface StoredFile extends Entry {
  /** The position of the file's bytes. */
  readonly start: number
  /** The expected digest in hexadecimal, from a manifest. */
  sha256?: string
}

/** The files by name, in the order of the container. */
export type Files = ReadonlyMap<string, StoredFile>

const maxEntries = 1_000_000
const longestName = 255
const pattern = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/

/** Whether a name unpacks to the same path on every system: only letters, digits and `._-`, and no `..`. */
const isSafeName = (name: string): boolean =>
  name.length <= longestName && pattern.test(name) && !name.split('/').some(segment => segment.endsWith('.'))

const firstBytes = 'PK\x03\x04'
const endMarks = ['PK\x06\x06', 'PK\x06\x07', 'PK\x05\x06']
const mimetype = 'application/vnd.etsi.asic-e+zip'

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/** Whether a file begins or ends like a bundle. */
const looksLikeBundle = (head: Uint8Array, end: Uint8Array): boolean => {
  const text = latin1(head)
  const begins = text.startsWith(firstBytes) && text.endsWith(`mimetype${mimetype}`)
  return begins || endMarks.every((mark, n) => latin1(end).startsWith(mark, [0, 56, 76][n]))
}

const number = (view: DataView, offset: number): number => Number(view.getBigUint64(offset, true))
const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const readEnd = (end: Uint8Array, size: number): Directory | undefined => {
  const view = viewOf(end)
  const directory = { entries: number(view, 32), size: number(view, 40), start: number(view, 48) }
  const fits = directory.entries <= maxEntries && directory.start + directory.size === size - endSize
  return fits && sameBytes(endRecords(directory), end) ? directory : undefined
}

/** Reads one record of the directory; undefined if the bytes are not a record. */
const readRecord = async (window: Window, start: number, end: number) => {
  if (start + 46 > end) return undefined
  const fixed = viewOf(await window.all(start, 46))
  const [nameLength, extraLength] = [fixed.getUint16(28, true), fixed.getUint16(30, true)]
  const [shortSize, shortOffset] = [fixed.getUint32(24, true), fixed.getUint32(42, true)]
  const header = { crc32: fixed.getUint32(16, true), stamp: fixed.getUint32(12, true) }
  const length = 46 + nameLength + extraLength
  if (start + length > end) return undefined
  const bytes = await window.all(start, length)
  const name = fromUtf8(bytes.subarray(46, 46 + nameLength))
  if (name === undefined) return undefined
  const extra = viewOf(bytes.subarray(46 + nameLength))
  const hasZip64Size = shortSize === 0xffffffff
  const hasZip64Offset = shortOffset === 0xffffffff
  if (
    extra.byteLength !==
    (hasZip64Size || hasZip64Offset ? 4 : 0) + (hasZip64Size ? 16 : 0) + (hasZip64Offset ? 8 : 0)
  )
    return undefined
  const size = hasZip64Size ? number(extra, 4) : shortSize
  const offset = hasZip64Offset ? number(extra, hasZip64Size ? 20 : 4) : shortOffset
  return { bytes, entry: { ...header, name, size, offset } }
}

/**
 * Reads the directory. Adds a finding and returns undefined if it is invalid, or if its entries do not fill the file
 * without gaps from the first byte to the directory.
 */
export const readDirectory = async (
  source: Source,
  addFinding: AddFinding,
): Promise<Files | 'no bundle' | undefined> => {
  const window = new Window(source)
  if (source.size < endSize) return 'no bundle'
  const end = (await window.all(source.size - endSize, endSize)).slice()
  const directory = readEnd(end, source.size)
  if (!looksLikeBundle(await window.all(0, 38 + mimetype.length), end)) return 'no bundle'
  if (!directory) return addFinding('container', 'end-altered')
  const files = new Map<string, StoredFile>()
  const lowerNames = new Set<string>()
  let offset = directory.start
  let next = 0
  let stamp: number | undefined
  for (let n = 0; n < directory.entries; n++) {
    const read = await readRecord(window, offset, directory.start + directory.size)
    if (!read) return addFinding('container', 'directory-altered')
    const { entry } = read
    const file = JSON.stringify(entry.name)
    if (!isSafeName(entry.name)) return addFinding('container', 'bad-name', { file })
    if (lowerNames.has(entry.name.toLowerCase())) return addFinding('container', 'name-twice', { file })
    stamp ??= entry.stamp
    if (entry.stamp !== stamp || !sameBytes(centralHeader(entry), read.bytes))
      return addFinding('container', 'header-altered', { file: entry.name })
    if (entry.offset !== next) return addFinding('container', 'loose-bytes', { file: entry.name })
    const start = entry.offset + localHeaderSize(entry)
    files.set(entry.name, { ...entry, start })
    lowerNames.add(entry.name.toLowerCase())
    next = start + entry.size
    offset += read.bytes.length
  }
  if (next !== directory.start || offset !== directory.start + directory.size)
    return addFinding('container', 'directory-altered')
  return files
}

/** Whether the header before a file's bytes matches the directory. */
export const hasItsHeader = async (window: Window, file: StoredFile): Promise<boolean> => {
  const header = localHeader(file)
  try {
    return sameBytes(header, await window.all(file.offset, header.length))
  } catch (error) {
    if (error instanceof EndsEarly) return false
    throw error
  }
}

export const isMimetype = (bytes: Uint8Array): boolean => fromUtf8(bytes) === mimetype
