/** A ZIP as in bundles, written from the format description, without code of the program or the verifier. */
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

/** 2026-11-22 04:00:02 as DOS time and date. */
const madeAt = Buffer.from('0120765d', 'hex')

const most = 0xffffffff

/** The metadata of a file in a ZIP. A forger may change it. */
export interface Said {
  readonly crc: number
  readonly size: number
  readonly stamp: Buffer
  readonly flags: number
  readonly method: number
  readonly attributes: number
  /** Writes sizes into ZIP64 fields, whether necessary or not. */
  readonly big: boolean
}

const localOf = (name: string, said: Said): Buffer =>
  Buffer.concat([
    u32(0x04034b50),
    u16(said.big ? 45 : 20),
    u16(said.flags),
    u16(said.method),
    said.stamp,
    u32(said.crc),
    u32(said.big ? most : said.size),
    u32(said.big ? most : said.size),
    u16(Buffer.byteLength(name)),
    u16(said.big ? 20 : 0),
    Buffer.from(name),
    ...(said.big ? [u16(1), u16(16), u64(said.size), u64(said.size)] : []),
  ])

const centralOf = (name: string, said: Said, offset: number): Buffer => {
  const far = offset >= most
  const values = [...(said.big ? [said.size, said.size] : []), ...(far ? [offset] : [])].map(u64)
  const extra = values.length > 0 ? [u16(1), u16(values.length * 8), ...values] : []
  return Buffer.concat([
    u32(0x02014b50),
    u16((3 << 8) | 45),
    u16(values.length > 0 ? 45 : 20),
    u16(said.flags),
    u16(said.method),
    said.stamp,
    u32(said.crc),
    u32(said.big ? most : said.size),
    u32(said.big ? most : said.size),
    u16(Buffer.byteLength(name)),
    u16(values.length > 0 ? 4 + values.length * 8 : 0),
    u16(0),
    u16(0),
    u16(0),
    u32(said.attributes),
    u32(far ? most : offset),
    Buffer.from(name),
    ...extra,
  ])
}

const endOf = (entries: number, size: number, start: number): Buffer => {
  const few = u16(Math.min(entries, 0xffff))
  return Buffer.concat([
    ...[u32(0x06064b50), u64(44), u16((3 << 8) | 45), u16(45), u32(0), u32(0)],
    ...[u64(entries), u64(entries), u64(size), u64(start)],
    ...[u32(0x07064b50), u32(0), u64(start + size), u32(1)],
    ...[u32(0x06054b50), u16(0), u16(0), few, few, u32(Math.min(size, most)), u32(Math.min(start, most)), u16(0)],
  ])
}

/** A file of a ZIP: its bytes, or zeros that are never in memory. */
export type Content = Buffer | { readonly zeros: number; readonly crc: number }

export interface Piece {
  readonly at: number
  readonly size: number
  /** If omitted, zeros. */
  readonly bytes?: Buffer
}

/** The positions of everything in the ZIP. `twist` changes a file's metadata, in one place or in both. */
export const layOut = (
  files: Iterable<readonly [name: string, content: Content]>,
  twist: (name: string, said: Said, where: 'local' | 'central') => Said = (_, said) => said,
): readonly Piece[] => {
  const pieces: Piece[] = []
  const directory: Buffer[] = []
  let end = 0
  const put = (size: number, bytes?: Buffer) => {
    pieces.push({ at: end, size, ...(bytes && { bytes }) })
    end += size
  }
  for (const [name, content] of files) {
    const [size, crc] = Buffer.isBuffer(content) ? [content.length, crc32(content)] : [content.zeros, content.crc]
    const said = {
      crc,
      size,
      stamp: madeAt,
      flags: 0x800,
      method: 0,
      attributes: 0o100644 * 0x10000,
      big: size >= most,
    }
    directory.push(centralOf(name, twist(name, said, 'central'), end))
    const local = localOf(name, twist(name, said, 'local'))
    put(local.length, local)
    put(size, Buffer.isBuffer(content) ? content : undefined)
  }
  const start = end
  for (const record of directory) put(record.length, record)
  const last = endOf(directory.length, end - start, start)
  put(last.length, last)
  return pieces
}

export const zipOf = (...of: Parameters<typeof layOut>): Buffer =>
  Buffer.concat(layOut(...of).map(({ bytes, size }) => bytes ?? Buffer.alloc(size)))
