import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FileWriter } from './file-writer.ts'

type File = ConstructorParameters<typeof FileWriter>[0]

/** A file in memory that takes at most `perWrite` bytes at a time and fails once it is full. */
const memoryFile = ({ perWrite = Number.POSITIVE_INFINITY, capacity = Number.POSITIVE_INFINITY } = {}) => {
  const calls: string[] = []
  const parts: Buffer[] = []
  let length = 0
  let writing = false
  const store = async (bytes: Buffer, position: number) => {
    assert.equal(writing, false, 'one write at a time')
    assert.equal(position, length, 'in order')
    writing = true
    await new Promise(resolve => setImmediate(resolve))
    writing = false
    const accepted = bytes.subarray(0, Math.min(perWrite, capacity - length))
    if (accepted.length === 0 && bytes.length > 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    parts.push(Buffer.from(accepted))
    length += accepted.length
    return { bytesWritten: accepted.length }
  }
  const file = {
    writev(buffers: Buffer[], position: number) {
      calls.push(`writev ${buffers.length}`)
      return store(Buffer.concat(buffers), position)
    },
    write(buffer: Buffer, offset: number, length: number, position: number) {
      calls.push('write')
      return store(buffer.subarray(offset, offset + length), position)
    },
    async datasync() {
      calls.push('datasync')
    },
    async sync() {
      calls.push(`sync ${length}`)
    },
  }
  return { file: file as unknown as File, calls, content: () => Buffer.concat(parts) }
}

const numberedBytes = (size: number) => Buffer.from(Uint8Array.from({ length: size }, (_, i) => i % 251))

const writeAll = async (writer: FileWriter, bytes: Buffer, chunk: number) => {
  for (let offset = 0; offset < bytes.length; offset += chunk)
    await writer.write(Buffer.from(bytes.subarray(offset, offset + chunk)))
  await writer.finish()
}

test('chunks of any size are written in order and in batches, then synced', async () => {
  for (const chunk of [1, 700, 64 * 1024, 3_000_000]) {
    const bytes = numberedBytes(chunk === 1 ? 5000 : 2_500_000)
    const { file, calls, content } = memoryFile()
    const positions: number[] = []
    await writeAll(
      new FileWriter(file, { onWritten: position => positions.push(position), durable: true }),
      bytes,
      chunk,
    )
    assert.ok(content().equals(bytes))
    assert.equal(calls.at(-1), `sync ${bytes.length}`)
    assert.equal(positions.at(-1), bytes.length)
    assert.ok(calls.length <= 25, `${calls.length} calls for chunks of ${chunk}`)
  }
})

test('the memory of a chunk is released only if the chunk owns all of it', async () => {
  const chunk = (size: number) => Buffer.from(new Uint8Array(size).fill(1).buffer)
  const { file, content } = memoryFile()
  const writer = new FileWriter(file, { durable: true })
  const own = chunk(300_000)
  const larger = chunk(400_000)
  const pooled = Buffer.from('of the pool')
  for (const part of [own, larger.subarray(1), pooled]) await writer.write(part)
  await writer.finish()
  assert.equal(content().length, 300_000 + 399_999 + 11)
  assert.deepEqual([own.length, larger.length, pooled.toString()], [0, 400_000, 'of the pool'])
})

test('an empty file is synced', async () => {
  const { file, calls } = memoryFile()
  await writeAll(new FileWriter(file, { durable: true }), Buffer.alloc(0), 1)
  assert.deepEqual(calls, ['sync 0'])
})

test('partial writes are continued', async () => {
  const bytes = numberedBytes(600_000)
  const { file, content } = memoryFile({ perWrite: 100_003 })
  await writeAll(new FileWriter(file, { durable: true }), bytes, 64 * 1024)
  assert.ok(content().equals(bytes))
})

test('a full disk fails the write, and nothing is synced', async () => {
  const { file, calls } = memoryFile({ capacity: 1_000_000 })
  const writer = new FileWriter(file, { durable: true })
  await assert.rejects(writeAll(writer, numberedBytes(3_000_000), 64 * 1024), { code: 'ENOSPC' })
  await writer.settle()
  assert.ok(!calls.some(call => call.startsWith('sync')))
})

test('a long file is synced while it is written', async () => {
  const { file, calls } = memoryFile()
  await writeAll(new FileWriter(file, { durable: true }), Buffer.alloc(40 * 1024 * 1024), 1024 * 1024)
  assert.equal(calls.filter(call => call === 'datasync').length, 2)
})

test('a file that is not durable is not synced', async () => {
  const { file, calls } = memoryFile()
  await writeAll(new FileWriter(file, { durable: false }), Buffer.alloc(40 * 1024 * 1024), 1024 * 1024)
  assert.deepEqual(
    calls.filter(call => call.includes('sync')),
    [],
  )
})

test('a failed intermediate sync fails the file', async () => {
  const { file } = memoryFile()
  const failing = { ...file, datasync: () => Promise.reject(new Error('EIO')) } as File
  await assert.rejects(
    writeAll(new FileWriter(failing, { durable: true }), Buffer.alloc(20 * 1024 * 1024), 1024 * 1024),
    /EIO/,
  )
})

test('settling stops writes that have not started', async () => {
  const { file, calls } = memoryFile()
  const writer = new FileWriter(file, { durable: true })
  await writer.write(Buffer.alloc(300 * 1024))
  await writer.write(Buffer.alloc(300))
  await writer.settle()
  assert.deepEqual(calls, ['writev 1'])
})
