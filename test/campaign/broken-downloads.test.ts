import assert from 'node:assert/strict'
import { createHash, type Hash } from 'node:crypto'
import { mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { Agent, request } from 'undici'
import { countCpu } from '#bench/cpu-times.ts'
import { peakMemory, residentMemory } from '#bench/processes.ts'
import { type Measured, runMeasured } from '#bench/run-measured.ts'
import { exportsPath } from '#test/bundles.ts'
import { testEnvironment } from '#test/environment.ts'
import { createRandom } from '#test/faults/random.ts'
import { urlOf } from '#test/faults/server-process.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { prover } from '#test/proof.ts'
import { serve } from '#test/serve.ts'

/**
 * The number of files is larger than the number that the server reads at once. `npm run bundle:large` uses a thousand
 * files of 100 MiB and aborts a hundred times.
 */
const files = Number(process.env.BUNDLE_FILES ?? 520)
const mebibytes = Number(process.env.BUNDLE_FILE_MIB ?? 1)
const abortCount = Number(process.env.BUNDLE_BREAKS ?? 10)
const filesOfClaim = 20

const reason = 'requested by the test'
const mebibyte = 1024 * 1024
const tailBytes = 4096
const byteSize = mebibytes * mebibyte
const zeroChunk = Buffer.alloc(256 * 1024)
/**
 * The limit for the growth of the server's memory in MiB, which is the same for any bundle (the goal of
 * bench/README.md).
 */
const maxGrowth = 100

type Node = Awaited<ReturnType<typeof serve>>

/** Each file consists of zeros and a unique tail, so only the tail needs space on disk. */
const tailOf = (i: number): Buffer => Buffer.from(`file ${i}`.padStart(tailBytes, '-'))

const digestOfZeros = (): Hash => {
  const hash = createHash('sha256')
  for (let remaining = byteSize - tailBytes; remaining > 0; remaining -= zeroChunk.length)
    hash.update(zeroChunk.subarray(0, remaining))
  return hash
}

const growToFullSize = async (path: string, tail: Buffer): Promise<void> => {
  await using file = await open(path, 'r+')
  await file.truncate(0)
  await file.truncate(byteSize)
  await file.write(tail, 0, tail.length, byteSize - tailBytes)
}

/** Writes incoming bytes to a sparse file. */
const sparseFile = async (path: string) => {
  const file = await open(path, 'w')
  let position = 0
  return {
    async write(bytes: Buffer): Promise<void> {
      for (let start = 0; start < bytes.length; start += zeroChunk.length) {
        const piece = bytes.subarray(start, start + zeroChunk.length)
        if (!piece.equals(zeroChunk.subarray(0, piece.length)))
          await file.write(piece, 0, piece.length, position + start)
      }
      position += bytes.length
    },
    async [Symbol.asyncDispose]() {
      await file.truncate(position)
      await file.close()
    },
  }
}

interface Part {
  readonly headers: Readonly<Record<string, string>>
  readonly path: string
  /** The number of bytes after which the client aborts. */
  readonly maxBytes?: number
}

/** Reads a response body to its end or up to the limit; returns the number of bytes received. */
const readBody = async (
  node: Node,
  { headers, path, maxBytes = Number.POSITIVE_INFINITY }: Part,
  onBytes: (bytes: Buffer) => Promise<unknown> | unknown,
): Promise<number> => {
  const agent = new Agent()
  try {
    const { statusCode, body } = await request(node.server.url + path, { dispatcher: agent, headers })
    assert.equal(statusCode, headers.range === undefined ? 200 : 206)
    let received = 0
    for await (const bytes of body) {
      await onBytes(bytes)
      received += bytes.length
      if (received >= maxBytes) break
    }
    return received
  } finally {
    await agent.destroy()
  }
}

/** Returns the verifier's output for a file, and the resources that it used. */
const verify = (file: string): Promise<Measured> =>
  runMeasured('--no-warnings', fileURLToPath(import.meta.resolve('#client/verify/main.ts')), file)

/** Measures the duration of a function, and the largest memory growth of the given processes meanwhile. */
const measure = async (
  nodes: readonly Node[],
  growthByNode: number[],
  work: () => Promise<unknown>,
): Promise<string> => {
  const pids = nodes.map(({ server }) => server.pid)
  const idleMemory = await Promise.all(pids.map(residentMemory))
  const counters = await Promise.all(pids.map(countCpu))
  const startedAt = performance.now()
  const peaks: number[] = []
  const outermost = pids.reduce<() => Promise<unknown>>(
    (inner, pid, i) => async () => {
      peaks[i] = await peakMemory(pid, inner)
    },
    work,
  )
  await outermost()
  const seconds = (performance.now() - startedAt) / 1000
  const usages = await Promise.all(counters.map(read => read()))
  const cpu = usages.reduce((sum, { own }) => sum + own, 0)
  const growth = peaks.map((peak, i) => peak - (idleMemory[i] ?? 0))
  growthByNode.push(...growth)
  const memory = peaks.map((peak, i) => `${peak.toFixed()} MiB (+ ${growth[i]?.toFixed()})`).join(', ')
  return `${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU, at most ${memory}; load ${loadavg()[0]?.toFixed(1)}`
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Attaches files that contain only the tail, and replaces each with the full file before anything is sealed. Uploading
 * 100 GB would take longer than the rest of the test.
 */
const fillFiles = async (node: Node, database: pg.Client, blobs: string): Promise<void> => {
  let token = ''
  const { newClaim, attach } = prover(node.client, () => token)
  let claimId = ''
  const tails = new Map<string, Buffer>()
  for (let i = 0; i < files; i++) {
    if (i % filesOfClaim === 0) {
      token = await node.client.token('acme-scanner')
      claimId = await newClaim()
    }
    const bytes = tailOf(i)
    const { artifactId } = await attach(claimId, { name: 'zeros.bin', type: 'application/octet-stream', bytes })
    tails.set(artifactId, bytes)
  }
  const zeros = digestOfZeros()
  const paths = new Map((await readdir(blobs, { recursive: true })).map(path => [basename(path), path]))
  await database.query(`set session_replication_role = replica`)
  const { rows } = await database.query(
    `select l.record, a.id, a.inline_preview_allowed, c.object_key, c.data_key_id
       from attachment_link l join artifact a on a.id = l.artifact_id join blob_copy c on c.blob_key = a.blob_key`,
  )
  for (const { record, id, inline_preview_allowed: inlinePreviewAllowed, object_key: key, data_key_id } of rows) {
    assert.equal(data_key_id, null, 'encrypted files cannot be sparse')
    const tail = tails.get(id) ?? Buffer.alloc(0)
    await growToFullSize(join(blobs, paths.get(key) ?? ''), tail)
    const checksumSha256 = zeros.copy().update(tail).digest('hex')
    const newRecord = JSON.stringify({ ...JSON.parse(record), byteSize, checksumSha256 })
    const content = JSON.stringify({ byteSize, checksumSha256, inlinePreviewAllowed })
    await database.query('update attachment_link set record = $2 where artifact_id = $1', [id, newRecord])
    await database.query('update artifact set byte_size = $2, checksum_sha256 = $3 where id = $1', [
      id,
      byteSize,
      checksumSha256,
    ])
    await database.query('update blob_copy set stored_bytes = $2 where object_key = $1', [key, byteSize])
    await database.query(
      `update audit_event set record = replace(replace(record, record::json ->> 'afterDigest', $2),
          record::json ->> 'contentDigest', $3) where resource_id = $1`,
      [id, digestOf(newRecord), digestOf(content)],
    )
  }
}

const prepare = async (t: TestContext, node: Node, cookie: string): Promise<string> => {
  const run = (job: string) => node.client.call('POST', `/api/workspace/jobs/${job}/run`, { cookie, body: { reason } })
  const exportRequest = await node.client.call('POST', exportsPath, {
    cookie,
    body: { scope: { kind: 'everything' }, reason },
  })
  assert.equal(exportRequest.status, 202, exportRequest.text)
  await run('seal-ledger')
  const path = `${exportsPath}/${exportRequest.body.id}`
  for (;;) {
    await run('prepare-exports')
    const { body } = await node.client.call('GET', path, { cookie })
    if (body.status === 'ready') return path
    assert.equal(body.status, 'preparing', JSON.stringify(body))
    t.diagnostic(`${body.progress.filesDone} of ${body.progress.filesTotal} files have been read`)
  }
}

test('an aborted download resumes at the other node each time, and yields the whole bundle', async t => {
  await using resources = new AsyncDisposableStack()
  const { connection } = resources.use(await createTestDatabase('workspace'))
  const folder = await mkdtemp(join(tmpdir(), 'probata-broken-downloads-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  const env = { ...testEnvironment, DATABASE_URL: urlOf(connection) }
  const firstNode = await serve(t, { dataDir, logFile: join(folder, 'one.log'), env })
  const secondNode = await serve(t, { dataDir, logFile: join(folder, 'two.log'), env })
  const database = new pg.Client(connection)
  await database.connect()
  resources.defer(() => database.end())
  const report = (label: string, result: string) => t.diagnostic(`${label}: ${result}`)

  const growth: number[] = []
  report('filled', await measure([firstNode], growth, () => fillFiles(firstNode, database, join(dataDir, 'blobs'))))
  const cookie = await firstNode.client.signIn('admin@acme.example')
  let path = ''
  const preparing = await measure([firstNode], growth, async () => {
    path = await prepare(t, firstNode, cookie)
  })
  report('prepared', preparing)
  const { byteSize: size } = (await firstNode.client.call('GET', path, { cookie })).body
  path += '/content'

  const file = join(folder, 'bundle.asice')
  const wholeHash = createHash('sha256')
  const uninterrupted = await measure([firstNode], growth, async () => {
    await using out = await sparseFile(file)
    const received = await readBody(firstNode, { path, headers: { cookie } }, bytes => {
      wholeHash.update(bytes)
      return out.write(bytes)
    })
    assert.equal(received, size)
  })
  report(`${size} bytes without an interruption`, uninterrupted)

  const random = createRandom('broken downloads')
  const breakPoints = Array.from({ length: abortCount }, () => random.whole(1, size - 1)).sort((a, b) => a - b)
  const pieces = createHash('sha256')
  let position = 0
  let attempts = 0
  const usage = await measure([firstNode, secondNode], growth, async () => {
    for (const breakPoint of [...breakPoints, size]) {
      const node = attempts++ % 2 === 0 ? firstNode : secondNode
      const headers = { cookie, ...(position > 0 && { range: `bytes=${position}-` }) }
      position += await readBody(node, { path, headers, maxBytes: Math.max(1, breakPoint - position) }, bytes =>
        pieces.update(bytes),
      )
    }
  })
  report(`${attempts - 1} breaks`, usage)
  assert.equal(position, size)
  assert.equal(pieces.digest('hex'), wholeHash.digest('hex'))

  const verification = await verify(file)
  report(
    'verified',
    `${verification.cpu.toFixed(1)} s of CPU, ${verification.memory.toFixed()} MiB; load ${loadavg()[0]?.toFixed(1)}`,
  )
  assert.equal(verification.exit, 3, verification.output)
  assert.ok(Math.max(...growth) <= maxGrowth, `a node grew by ${growth}`)
})
