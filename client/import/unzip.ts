/**
 * Reads parts of a ZIP archive (PKWARE APPNOTE 6.3.10) from an untrusted source. Checks limits before it uses memory.
 */
import { crc32 } from './crc32.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** The limits of an archive. A workbook of 10,000 rows stays far below them. */
const zipLimits = { entries: 2000, partMiB: 64, totalMiB: 128, ratio: 300 } as const

const mib = 1024 * 1024
/** The compression ratio is not checked below this size, because small parts may be repetitive and are harmless. */
const minSuspiciousSize = mib
/** The input per step. Deflate expands at most 1,032 times, so a step yields at most 16 MiB. */
const step = 16 * 1024

const signatures = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50 } as const
const endSize = 22
const maxCommentLength = 0xffff
const storedMethod = 0
const deflated = 8
const isEncrypted = 1

type Bytes = Uint8Array<ArrayBuffer>

interface Entry {
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

const viewOf = (bytes: Bytes): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Finds the position of the end record, which a comment may follow. */
const findEndRecord = (view: DataView): number => {
  const last = view.byteLength - endSize
  for (let position = last; position >= Math.max(0, last - maxCommentLength); position--)
    if (view.getUint32(position, true) === signatures.end) return position
  throw new UnreadableFile('noZip')
}

const entriesOf = (bytes: Bytes): ReadonlyMap<string, Entry> => {
  const view = viewOf(bytes)
  const end = findEndRecord(view)
  const count = view.getUint16(end + 10, true)
  const start = view.getUint32(end + 16, true)
  if (count === 0xffff || start === 0xffffffff) throw new UnreadableFile('zip64')
  if (count > zipLimits.entries) throw new UnreadableFile('manyEntries', { most: zipLimits.entries })
  const entries = new Map<string, Entry>()
  const utf8 = new TextDecoder()
  for (let i = 0, position = start; i < count; i++) {
    if (position + 46 > end || view.getUint32(position, true) !== signatures.central) throw new UnreadableFile('noZip')
    const nameLength = view.getUint16(position + 28, true)
    const name = utf8.decode(bytes.subarray(position + 46, position + 46 + nameLength))
    // Two parts with the same name are ambiguous, because readers differ in which one they use.
    if (entries.has(name)) throw new UnreadableFile('noZip')
    entries.set(name, {
      name,
      flags: view.getUint16(position + 8, true),
      method: view.getUint16(position + 10, true),
      crc: view.getUint32(position + 16, true),
      packed: view.getUint32(position + 20, true),
      size: view.getUint32(position + 24, true),
      offset: view.getUint32(position + 42, true),
    })
    position += 46 + nameLength + view.getUint16(position + 30, true) + view.getUint16(position + 32, true)
  }
  return entries
}

const packedBytes = (bytes: Bytes, { packed, offset }: Entry): Bytes => {
  const view = viewOf(bytes)
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== signatures.local) throw new UnreadableFile('noZip')
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  if (start + packed > bytes.length) throw new UnreadableFile('noZip')
  return bytes.subarray(start, start + packed)
}

/** Streams bytes in small steps, because a browser keeps the unpacked result of a whole piece in memory. */
const streamInSteps = (bytes: Bytes): ReadableStream<Bytes> => {
  let position = 0
  return new ReadableStream<Bytes>(
    {
      pull(controller) {
        if (position >= bytes.length) return controller.close()
        controller.enqueue(bytes.subarray(position, position + step))
        position += step
      },
    },
    { highWaterMark: 0 },
  )
}

async function* unpack(bytes: Bytes, { method }: Entry): AsyncGenerator<Uint8Array> {
  if (method === storedMethod) {
    yield bytes
    return
  }
  const reader = streamInSteps(bytes).pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch {
    throw new UnreadableFile('noZip')
  } finally {
    // Cancelling fails if the stream has already ended or failed.
    await reader.cancel().catch(() => undefined)
  }
}

export interface Archive {
  has(name: string): boolean
  /** Yields the bytes of a part. Throws {@link UnreadableFile} if they do not match the directory. */
  read(name: string): AsyncGenerator<Uint8Array>
}

/** Opens an archive: reads its directory now, and parts on request. Throws {@link UnreadableFile}. */
export const openArchive = (bytes: Bytes): Archive => {
  const entries = entriesOf(bytes)
  let total = 0
  const checkEntry = (name: string): Entry => {
    const entry = entries.get(name)
    if (!entry) throw new UnreadableFile('noWorkbook', { part: name })
    const { flags, method, packed, size } = entry
    if (flags & isEncrypted) throw new UnreadableFile('encrypted')
    if (method !== storedMethod && method !== deflated) throw new UnreadableFile('noZip')
    if (method === storedMethod && packed !== size) throw new UnreadableFile('noZip')
    if (size > zipLimits.partMiB * mib) throw new UnreadableFile('largePart', { part: name, most: zipLimits.partMiB })
    if (size > minSuspiciousSize && size > packed * zipLimits.ratio)
      throw new UnreadableFile('bomb', { part: name, most: zipLimits.ratio })
    total += size
    if (total > zipLimits.totalMiB * mib)
      throw new UnreadableFile('largePart', { part: name, most: zipLimits.totalMiB })
    return entry
  }
  return {
    has: name => entries.has(name),
    async *read(name) {
      const entry = checkEntry(name)
      let [length, crc] = [0, 0]
      for await (const piece of unpack(packedBytes(bytes, entry), entry)) {
        length += piece.length
        // The declared size was checked against the limits, so more bytes are not allowed.
        if (length > entry.size) throw new UnreadableFile('bomb', { part: name, most: zipLimits.ratio })
        crc = crc32(piece, crc)
        yield piece
      }
      if (length !== entry.size || crc !== entry.crc) throw new UnreadableFile('noZip')
    },
  }
}
