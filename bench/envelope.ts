import { createHash, randomBytes } from 'node:crypto'
import { ChunkOpener, ChunkSealer } from '#lib/chunked-gcm.ts'
import { releaseBuffer } from '#lib/release-buffer.ts'
import { type Benchmark, figure } from './benchmark.ts'
import { uploadChunk } from './bytes.ts'
import { scaled } from './scale.ts'
import { interleave, spreadOf } from './statistics.ts'

const rounds = 5
const megabytes = scaled(512, 8)
// The size of the pieces that a socket delivers.
const pieceBytes = 64 * 1024

const newObjectContext = () => ({
  dataKey: randomBytes(32),
  organizationId: 'org_0000000000000000000000000A',
  objectKey: randomBytes(16).toString('hex'),
})

const pieces = function* (): Generator<Buffer> {
  for (let i = 0; i < megabytes; i++)
    for (let offset = 0; offset < uploadChunk.length; offset += pieceBytes)
      yield uploadChunk.subarray(offset, offset + pieceBytes)
}

const bytes = megabytes * uploadChunk.length

/** Returns the rate in MB per second of this process's CPU, so that other processes do not affect it. */
const rateOf = async (work: () => void): Promise<number> => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return bytes / (user + system)
}

const digestAlone = (): void => {
  const sha256 = createHash('sha256')
  for (const piece of pieces()) sha256.update(piece)
  sha256.digest()
}

const sealAndDigest = (): void => {
  const sha256 = createHash('sha256')
  const sealer = new ChunkSealer(newObjectContext())
  let sealed = 0
  // Releases each chunk after use, like the code that writes files.
  const write = (chunk: Buffer): void => {
    sealed += chunk.length
    releaseBuffer(chunk)
  }
  for (const piece of pieces()) {
    sha256.update(piece)
    for (const chunk of sealer.push(piece)) write(chunk)
  }
  for (const chunk of sealer.end()) write(chunk)
  if (sealed < bytes) throw new Error('not everything was sealed')
  sha256.digest()
}

/** Opens one small object repeatedly, because an object of the full size would not fit into memory. */
const openAndDigest = (): void => {
  const secret = newObjectContext()
  const sealer = new ChunkSealer(secret)
  const object = [...sealer.push(uploadChunk), ...sealer.end()]
  const sha256 = createHash('sha256')
  let opened = 0
  const digestPlain = (plain: Buffer): void => {
    opened += plain.length
    sha256.update(plain)
  }
  for (let i = 0; i < megabytes; i++) {
    const opener = new ChunkOpener({ ...secret, plainSize: uploadChunk.length })
    for (const piece of object) for (const plain of opener.push(piece)) digestPlain(plain)
    for (const plain of opener.end()) digestPlain(plain)
  }
  if (opened !== bytes) throw new Error('not everything was opened')
  sha256.digest()
}

/**
 * The cost, on one core, of encrypting files before they leave the node
 * (docs/decisions/058-sealed-before-they-leave.md).
 */
export const envelope: Benchmark = {
  name: 'envelope',
  async run() {
    const sealing = await interleave({ rounds, ours: () => rateOf(sealAndDigest), floor: () => rateOf(digestAlone) })
    const opening = await interleave({ rounds, ours: () => rateOf(openAndDigest), floor: () => rateOf(digestAlone) })
    const digest = spreadOf(sealing.map(({ floor }) => floor)).median.toFixed(0)
    return [
      figure({
        label: 'seal and digest on one core, MB/s',
        samples: sealing.map(({ ours }) => ours),
        atLeast: 600,
        detail: `the digest alone ${digest} MB/s`,
      }),
      figure({
        label: 'open and digest on one core, MB/s',
        samples: opening.map(({ ours }) => ours),
        atLeast: 600,
        detail: `the digest alone ${digest} MB/s`,
      }),
    ]
  },
}
