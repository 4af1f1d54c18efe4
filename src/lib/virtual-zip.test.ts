import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { after, before, describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { findExecutable } from '#test/tools.ts'
import { type ZipEntry, type ZipFile, ZipPlanner, type ZipSource, zipRange, zipSize } from './virtual-zip.ts'

const entryTime = Date.UTC(2026, 10, 22, 4, 30, 10)

type Read = ZipSource['read']

/** An archive of files whose bytes come from `read`. */
const archiveOf = (files: readonly ZipFile[], read: Read) => {
  const planner = new ZipPlanner()
  const entries = files.map(file => planner.place(file))
  const source: ZipSource = {
    async *entries(from = 0) {
      const first = entries.findLastIndex(({ offset }) => offset <= from)
      yield* entries.slice(Math.max(0, first))
    },
    read,
  }
  const size = zipSize(planner)
  const range = (start = 0, end = size) => zipRange(planner, source, entryTime, { start, end })
  const bytes = async (start?: number, end?: number) => {
    const parts: Buffer[] = []
    for await (const part of range(start, end)) parts.push(Buffer.from(part))
    return Buffer.concat(parts)
  }
  return { size, range, bytes }
}

const archiveInMemory = (contents: Readonly<Record<string, Buffer>>) =>
  archiveOf(
    Object.entries(contents).map(([path, bytes]) => ({ path, byteSize: bytes.length, crc32: crc32(bytes) })),
    async function* ({ path }, { start, end }) {
      yield (contents[path] ?? Buffer.alloc(0)).subarray(start, end)
    },
  )

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probata-zip-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const contents: Readonly<Record<string, Buffer>> = {
  mimetype: Buffer.from('application/vnd.etsi.asic-e+zip'),
  'data/empty': Buffer.alloc(0),
  ...Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`data/attachments/art_${i}/report.pdf`, randomBytes(1 + ((i * 37) % 500))]),
  ),
}

describe('a ZIP archive whose layout is known before it is written', { concurrency: false }, () => {
  test('any range equals the same part of the whole archive', async () => {
    const archive = archiveInMemory(contents)
    const whole = await archive.bytes()
    assert.equal(whole.length, archive.size)
    for (let i = 0; i < 500; i++) {
      const [a = 0, b = 0] = [0, 0].map(() => Math.floor(Math.random() * (archive.size + 1)))
      const [start, end] = [Math.min(a, b), Math.max(a, b)]
      assert.ok((await archive.bytes(start, end)).equals(whole.subarray(start, end)), `${start} to ${end}`)
    }
    const pieces: Buffer[] = []
    for (let start = 0; start < archive.size; start += 997)
      pieces.push(await archive.bytes(start, Math.min(archive.size, start + 997)))
    assert.ok(Buffer.concat(pieces).equals(whole))
  })

  test('begins with its mimetype, as ASiC requires, and has the given modification time', async () => {
    const whole = await archiveInMemory(contents).bytes()
    assert.equal(whole.toString('latin1', 30, 38 + 31), 'mimetypeapplication/vnd.etsi.asic-e+zip')
    assert.deepEqual(
      [whole.readUInt16LE(10), whole.readUInt16LE(12)],
      [(4 << 11) | (30 << 5) | 5, (46 << 9) | (11 << 5) | 22],
    )
  })

  test('can be read by unzip and Python', async () => {
    const file = join(folder, 'small.zip')
    await writeFile(file, await archiveInMemory(contents).bytes())
    if (findExecutable('unzip')) assert.match(execFileSync('unzip', ['-t', file], { encoding: 'utf8' }), /No errors/)
    const digest = createHash('sha256')
      .update(contents['data/attachments/art_7/report.pdf'] ?? '')
      .digest('hex')
    const script = `import zipfile,hashlib,sys
z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
print(len(z.namelist()), hashlib.sha256(z.read('data/attachments/art_7/report.pdf')).hexdigest())`
    if (findExecutable('python3'))
      assert.equal(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }), `302 ${digest}\n`)
  })

  test('can be read by Java as a stream', async t => {
    if (!findExecutable('java')) return t.skip('java is not installed')
    const file = join(folder, 'java.zip')
    const source = join(folder, 'Read.java')
    await writeFile(file, await archiveInMemory(contents).bytes())
    await writeFile(
      source,
      `import java.io.*; import java.util.zip.*;
public class Read { public static void main(String[] a) throws Exception { int n = 0; long bytes = 0;
  try (ZipInputStream z = new ZipInputStream(new FileInputStream(a[0]))) { ZipEntry e;
    while ((e = z.getNextEntry()) != null) { n++; bytes += z.readAllBytes().length; z.closeEntry(); } }
  System.out.print(n + " " + bytes); } }`,
    )
    const bytes = Object.values(contents).reduce((sum, { length }) => sum + length, 0)
    assert.equal(execFileSync('java', [source, file], { encoding: 'utf8' }), `302 ${bytes}`)
  })

  test('can have more than 65,535 entries, without keeping their headers in memory', async () => {
    const byte = Buffer.from('x')
    const files = Array.from({ length: 100_000 }, (_, i) => ({ path: `data/${i}`, byteSize: 1, crc32: crc32(byte) }))
    const archive = archiveOf(files, async function* () {
      yield byte
    })
    const file = join(folder, 'many.zip')
    await pipeline(Readable.from(archive.range()), createWriteStream(file))
    const script = `import zipfile,sys; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(len(z.namelist()))`
    if (findExecutable('python3'))
      assert.equal(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }), '100000\n')
    if (findExecutable('unzip')) assert.match(execFileSync('unzip', ['-tqq', file], { encoding: 'utf8' }), /^$/)
  })

  test('can contain files above 4 GiB, readable by Python', async t => {
    if (!findExecutable('python3')) return t.skip('python3 is not installed')
    const sparseFile = join(folder, 'holes')
    await writeFile(sparseFile, 'begins')
    const byteSize = 2 ** 32 + 10
    await truncate(sparseFile, byteSize)
    // The CRC of the sparse file is not computed, because Python reads only its beginning, the directory and a small
    // file.
    const last = Buffer.from('the last one')
    const files = [
      { path: 'data/large', byteSize, crc32: 0 },
      { path: 'data/last', byteSize: last.length, crc32: crc32(last) },
    ]
    const archive = archiveOf(files, async function* ({ path }: ZipEntry, { start, end }) {
      if (path === 'data/last') yield last.subarray(start, end)
      else yield* createReadStream(sparseFile, { start, end: end - 1 })
    })
    const file = join(folder, 'large.zip')
    // The written archive is sparse too.
    const written = await open(file, 'w')
    const head = await archive.bytes(0, 1000)
    await written.write(head, 0, head.length, 0)
    const tail = await archive.bytes(byteSize)
    await written.write(tail, 0, tail.length, byteSize)
    await written.close()
    const script = `import zipfile,sys; z = zipfile.ZipFile(sys.argv[1])
print(z.getinfo('data/large').file_size, z.open('data/large').read(6), z.read('data/last'))`
    assert.equal(
      execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }),
      `${byteSize} b'begins' b'the last one'\n`,
    )
  })
})
