/** Writes ZIP files like those of bundles. Shares no code with the program or the verifier. */
import { crc32 } from 'node:zlib'

const u16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

/** The time 2026-11-22 04:00:02 as DOS time and date. */
const modifiedAt = Buffer.from('0120765d', 'hex')

const max32 = 0xffffffff

/** The metadata of a file in a ZIP, which a forger may change. */
export interface FileHeader {
  readonly crc: number
  readonly size: number
  readonly stamp: Buffer
  readonly flags: number
  readonly method: number
  readonly attributes: number
  /** Whether the sizes are written as ZIP64 fields even if they fit into 32 bits. */
  readonly big: boolean
}

const localOf = (name: string, header: FileHeader): Buffer =>
  Buffer.concat([
    u32(0x04034b50),
    u16(header.big ? 45 : 20),
    u16(header.flags),
    u16(header.method),
    header.stamp,
    u32(header.crc),
    u32(header.big ? max32 : header.size),
    u32(header.big ? max32 : header.size),
    u16(Buffer.byteLength(name)),
    u16(header.big ? 20 : 0),
    Buffer.from(name),
    ...(header.big ? [u16(1), u16(16), u64(header.size), u64(header.size)] : []),
  ])

const centralOf = (name: string, header: FileHeader, offset: number): Buffer => {
  const needsZip64Offset = offset >= max32
  const values = [...(header.big ? [header.size, header.size] : []), ...(needsZip64Offset ? [offset] : [])].map(u64)
  const extra = values.length > 0 ? [u16(1), u16(values.length * 8), ...values] : []
  return Buffer.concat([
    u32(0x02014b50),
    u16((3 << 8) | 45),
    u16(values.length > 0 ? 45 : 20),
    u16(header.flags),
    u16(header.method),
    header.stamp,
    u32(header.crc),
    u32(header.big ? max32 : header.size),
    u32(header.big ? max32 : header.size),
    u16(Buffer.byteLength(name)),
    u16(values.length > 0 ? 4 + values.length * 8 : 0),
    u16(0),
    u16(0),
    u16(0),
    u32(header.attributes),
    u32(needsZip64Offset ? max32 : offset),
    Buffer.from(name),
    ...extra,
  ])
}

const endOf = (entries: number, size: number, start: number): Buffer => {
  const entryCount = u16(Math.min(entries, 0xffff))
  return Buffer.concat([
    ...[u32(0x06064b50), u64(44), u16((3 << 8) | 45), u16(45), u32(0), u32(0)],
    ...[u64(entries), u64(entries), u64(size), u64(start)],
    ...[u32(0x07064b50), u32(0), u64(start + size), u32(1)],
    ...[
      u32(0x06054b50),
      u16(0),
      u16(0),
      entryCount,
      entryCount,
      u32(Math.min(size, max32)),
      u32(Math.min(start, max32)),
      u16(0),
    ],
  ])
}

/** The content of a file in a ZIP: its bytes, or zeros that are never in memory. */
export type Content = Buffer | { readonly zeros: number; readonly crc: number }

export interface ZipPiece {
  readonly at: number
  readonly size: number
  /** The bytes of the piece. If omitted, the piece consists of zeros. */
  readonly bytes?: Buffer
}

/** Returns the pieces of a ZIP in order. `twist` changes a file's metadata in one header or in both. */
export const layOut = (
  files: Iterable<readonly [name: string, content: Content]>,
  twist: (name: string, header: FileHeader, where: 'local' | 'central') => FileHeader = (_, header) => header,
): readonly ZipPiece[] => {
  const pieces: ZipPiece[] = []
  const directory: Buffer[] = []
  let end = 0
  const addPiece = (size: number, bytes?: Buffer) => {
    pieces.push({ at: end, size, ...(bytes && { bytes }) })
    end += size
  }
  for (const [name, content] of files) {
    const [size, crc] = Buffer.isBuffer(content) ? [content.length, crc32(content)] : [content.zeros, content.crc]
    const header = {
      crc,
      size,
      stamp: modifiedAt,
      flags: 0x800,
      method: 0,
      attributes: 0o100644 * 0x10000,
      big: size >= max32,
    }
    directory.push(centralOf(name, twist(name, header, 'central'), end))
    const local = localOf(name, twist(name, header, 'local'))
    addPiece(local.length, local)
    addPiece(size, Buffer.isBuffer(content) ? content : undefined)
  }
  const start = end
  for (const record of directory) addPiece(record.length, record)
  const directoryEnd = endOf(directory.length, end - start, start)
  addPiece(directoryEnd.length, directoryEnd)
  return pieces
}

export const zipOf = (...args: Parameters<typeof layOut>): Buffer =>
  Buffer.concat(layOut(...args).map(({ bytes, size }) => bytes ?? Buffer.alloc(size)))
