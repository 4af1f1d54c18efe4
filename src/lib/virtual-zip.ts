import type { ByteRange } from './object-store.ts'

/** A file of an archive, before its position is known. */
export interface ZipFile {
  /** An ASCII path. */
  readonly path: string
  readonly byteSize: number
  readonly crc32: number
}

export interface ZipEntry extends ZipFile {
  /** The position of the local header. */
  readonly offset: number
}

/** The number of entries of an archive, and the position and size of its central directory. */
export interface ZipOutline {
  readonly entries: number
  /** The position of the central directory. */
  readonly directoryOffset: number
  readonly directorySize: number
}

/** The entries of an archive, and their bytes. */
export interface ZipSource<Entry extends ZipEntry = ZipEntry> {
  /** Yields the entries in order, starting with the entry that contains the offset `from`. */
  entries(from?: number): AsyncIterable<Entry>
  /** Yields the bytes of an entry within a range. */
  read(entry: Entry, range: ByteRange): AsyncIterable<Buffer>
}

/** The placeholder for a 32-bit number whose actual value is in the ZIP64 field. */
const max32 = 0xffffffff
const version = { plain: 20, zip64: 45 }
/** The creating system: Unix, ZIP 4.5. */
const createdBy = 0x032d
/** States that names are UTF-8. */
const flags = 0x0800
/** A regular file that everyone may read. */
const attributes = 0o100644 * 0x10000
const endSize = 56 + 20 + 22

/** Converts a time to the DOS format: UTC, in steps of two seconds, from 1980 to 2107. */
const dosTime = (ms: number): number => {
  const time = new Date(ms)
  const year = Math.min(Math.max(time.getUTCFullYear(), 1980), 2107) - 1980
  const date = (year << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate()
  const timeOfDay = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1)
  return date * 0x10000 + timeOfDay
}

const isLarge = ({ byteSize }: ZipFile): boolean => byteSize >= max32
const needsZip64Offset = ({ offset }: ZipEntry): boolean => offset >= max32

const extraSize = (numbers: number): number => (numbers === 0 ? 0 : 4 + 8 * numbers)
const zip64Numbers = (entry: ZipEntry): number => (isLarge(entry) ? 2 : 0) + (needsZip64Offset(entry) ? 1 : 0)

const localSize = (file: ZipFile): number => 30 + file.path.length + extraSize(isLarge(file) ? 2 : 0)
const centralSize = (entry: ZipEntry): number => 46 + entry.path.length + extraSize(zip64Numbers(entry))

/** Writes little-endian fields one after another, each with the given number of bytes. */
const fields = (size: number, values: readonly (readonly [bytes: 2 | 4 | 8, value: number])[], name = ''): Buffer => {
  const buffer = Buffer.alloc(size)
  let offset = 0
  for (const [bytes, value] of values) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), offset)
    else buffer.writeUIntLE(value, offset, bytes)
    offset += bytes
  }
  buffer.write(name, offset, 'ascii')
  return buffer
}

const zip64 = (numbers: readonly number[]): Buffer =>
  numbers.length === 0
    ? Buffer.alloc(0)
    : fields(extraSize(numbers.length), [
        [2, 1],
        [2, 8 * numbers.length],
        ...numbers.map(number => [8, number] as const),
      ])

const localHeader = (file: ZipFile, entryTime: number): Buffer => {
  const { path, byteSize, crc32 } = file
  const extra = zip64(isLarge(file) ? [byteSize, byteSize] : [])
  const header = fields(
    30 + path.length,
    [
      [4, 0x04034b50],
      [2, isLarge(file) ? version.zip64 : version.plain],
      [2, flags],
      [2, 0],
      [4, dosTime(entryTime)],
      [4, crc32],
      [4, Math.min(byteSize, max32)],
      [4, Math.min(byteSize, max32)],
      [2, path.length],
      [2, extra.length],
    ],
    path,
  )
  return Buffer.concat([header, extra])
}

const centralHeader = (entry: ZipEntry, entryTime: number): Buffer => {
  const { path, byteSize, crc32, offset } = entry
  const extra = zip64([...(isLarge(entry) ? [byteSize, byteSize] : []), ...(needsZip64Offset(entry) ? [offset] : [])])
  const header = fields(
    46 + path.length,
    [
      [4, 0x02014b50],
      [2, createdBy],
      [2, extra.length > 0 ? version.zip64 : version.plain],
      [2, flags],
      [2, 0],
      [4, dosTime(entryTime)],
      [4, crc32],
      [4, Math.min(byteSize, max32)],
      [4, Math.min(byteSize, max32)],
      [2, path.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, attributes],
      [4, Math.min(offset, max32)],
    ],
    path,
  )
  return Buffer.concat([header, extra])
}

const endRecords = ({ entries, directoryOffset, directorySize }: ZipOutline): Buffer =>
  fields(endSize, [
    [4, 0x06064b50],
    [8, 44],
    [2, createdBy],
    [2, version.zip64],
    [8, 0],
    [8, entries],
    [8, entries],
    [8, directorySize],
    [8, directoryOffset],
    [4, 0x07064b50],
    [4, 0],
    [8, directoryOffset + directorySize],
    [4, 1],
    [4, 0x06054b50],
    [4, 0],
    [2, Math.min(entries, 0xffff)],
    [2, Math.min(entries, 0xffff)],
    [4, Math.min(directorySize, max32)],
    [4, Math.min(directoryOffset, max32)],
    [2, 0],
  ])

/** Assigns positions to files, one after another. */
export class ZipPlanner implements ZipOutline {
  entries = 0
  directoryOffset = 0
  directorySize = 0

  place(file: ZipFile): ZipEntry {
    const entry = { ...file, offset: this.directoryOffset }
    this.entries++
    this.directoryOffset += localSize(file) + file.byteSize
    this.directorySize += centralSize(entry)
    return entry
  }
}

/** The total size of the archive. */
export const zipSize = ({ directoryOffset, directorySize }: ZipOutline): number =>
  directoryOffset + directorySize + endSize

/** Returns the part of `bytes`, which begin at `offset`, that lies in the range. */
const within = (bytes: Buffer, offset: number, { start, end }: ByteRange): Buffer =>
  bytes.subarray(Math.max(0, start - offset), Math.max(0, end - offset))

async function* localPart<Entry extends ZipEntry>(
  source: ZipSource<Entry>,
  entryTime: number,
  range: ByteRange,
): AsyncGenerator<Buffer, void, void> {
  for await (const entry of source.entries(range.start)) {
    if (entry.offset >= range.end) return
    const header = localHeader(entry, entryTime)
    const contentOffset = entry.offset + header.length
    yield within(header, entry.offset, range)
    const start = Math.max(0, range.start - contentOffset)
    const end = Math.min(entry.byteSize, range.end - contentOffset)
    if (start < end) yield* source.read(entry, { start, end })
  }
}

async function* directory(source: Pick<ZipSource, 'entries'>, entryTime: number, from: number, range: ByteRange) {
  let offset = from
  for await (const entry of source.entries()) {
    if (offset >= range.end) return
    const size = centralSize(entry)
    if (offset + size > range.start) yield within(centralHeader(entry, entryTime), offset, range)
    offset += size
  }
}

/** Passes on exactly the planned number of bytes; throws if the source differs from the plan. */
async function* exactly(size: number, parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  let remaining = size
  for await (const part of parts) {
    remaining -= part.length
    if (remaining < 0) break
    yield part
  }
  if (remaining !== 0) throw new Error(`the range of the archive does not have ${size} bytes`)
}

/**
 * Yields a range of a ZIP archive whose layout is known before it is written (APPNOTE 6.3.10). Entries are stored
 * uncompressed, with known size and CRC-32, so the position of every byte follows from the plan. Headers are created
 * when they are sent, because those of 100,000 entries would take 187 MB. Uses no data descriptors, which Java's
 * ZipInputStream rejects for stored entries. Entries use ZIP64 only if a size or offset needs it; the end records
 * always do.
 *
 * @param entryTime the time of all entries, in milliseconds
 */
export const zipRange = <Entry extends ZipEntry>(
  outline: ZipOutline,
  source: ZipSource<Entry>,
  entryTime: number,
  range: ByteRange,
): AsyncGenerator<Buffer, void, void> => exactly(range.end - range.start, partsOf(outline, source, entryTime, range))

async function* partsOf<Entry extends ZipEntry>(
  outline: ZipOutline,
  source: ZipSource<Entry>,
  entryTime: number,
  range: ByteRange,
): AsyncGenerator<Buffer, void, void> {
  const { directoryOffset, directorySize } = outline
  const end = directoryOffset + directorySize
  if (range.start < directoryOffset) yield* localPart(source, entryTime, range)
  if (range.start < end && range.end > directoryOffset) yield* directory(source, entryTime, directoryOffset, range)
  if (range.end > end) yield within(endRecords(outline), end, range)
}
