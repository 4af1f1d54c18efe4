import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openPath, prover, textFile as text } from '#test/proof.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let token: string
let dataDir: string
let stop: AsyncDisposableStack
let client: ReturnType<typeof prover>

before(async () => {
  await using resources = new AsyncDisposableStack()
  dataDir = await mkdtemp(join(tmpdir(), 'probata-attachments-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  p = resources.use(await boot({ env: { PROBATA_DATA_DIR: dataDir } }))
  token = await p.token('acme-scanner')
  client = prover(p, () => token)
  stop = resources.move()
})
after(() => stop.disposeAsync())

describe('a stored file that differs from the accepted one is never sent as a complete response', () => {
  const securityEvents = async (artifactId: string) => {
    const rows = await p.sql('select record from security_event order by id')
    return rows
      .map(({ record }) => JSON.parse(String(record)))
      .filter(({ context }) => context.resourceId === artifactId)
  }

  const pathOf = async (artifactId: string) => {
    const [row] = await p.sql('select organization_id, blob_key from artifact where id = $1', [artifactId])
    const key = String(row?.blob_key)
    return join(dataDir, 'blobs', String(row?.organization_id), key.slice(0, 2), key)
  }

  // Opens the file as a client that checks Content-Length. Returns the status, and whether the body is complete.
  const open = async (claimId: string, artifactId: string) => {
    const headers = { authorization: `Bearer ${token}` }
    try {
      const response = await fetch(p.url + openPath(claimId, artifactId), { headers })
      const isComplete = await response.text().then(
        () => true,
        () => false,
      )
      return { status: response.status, isComplete }
    } catch {
      return { status: 0, isComplete: false }
    }
  }

  const flip = (offset: number) => async (path: string) => {
    const bytes = await readFile(path)
    const index = offset < 0 ? bytes.length + offset : offset
    bytes[index] = (bytes[index] ?? 0) ^ 1
    await writeFile(path, bytes)
  }
  const mismatch = 'storageOperationsDigestMismatch'
  const damages: [string, (path: string) => Promise<void>, string][] = [
    ['the first bit flipped', flip(0), mismatch],
    ['a bit in the middle flipped', flip(1234), mismatch],
    ['the last bit flipped', flip(-1), mismatch],
    ['a byte cut off', async path => truncate(path, (await readFile(path)).length - 1), mismatch],
    ['emptied', path => truncate(path, 0), mismatch],
    ['a byte added', async path => writeFile(path, Buffer.concat([await readFile(path), Buffer.from('x')])), mismatch],
    ['missing', path => rm(path), 'storageOperationsObjectMissing'],
  ]
  for (const [size, bytes] of [
    ['small', 5000],
    ['large', 1_500_001],
  ] as const) {
    for (const [name, damage, type] of damages) {
      test(`${size}: ${name}`, async () => {
        const claimId = await client.newClaim()
        const { artifactId } = await client.attach(claimId, {
          ...text(''),
          bytes: randomBytes(bytes),
          type: 'image/x-raw',
        })
        assert.deepEqual(await open(claimId, artifactId), { status: 200, isComplete: true })
        assert.deepEqual(await securityEvents(artifactId), [])
        await damage(await pathOf(artifactId))
        const { status, isComplete } = await open(claimId, artifactId)
        assert.ok(!(status === 200 && isComplete), `${status}, complete: ${isComplete}`)
        const [event, ...more] = await securityEvents(artifactId)
        assert.deepEqual([event?.type, more.length], [type, 0])
        assert.ok(!JSON.stringify(event).includes(dataDir))
      })
    }
  }

  test('a missing file is a 503 with its own reason and metric', async () => {
    const claimId = await client.newClaim()
    const { artifactId } = await client.attach(claimId, text('to be lost'))
    const readMetric = async () =>
      /\{cause="storage_file_missing",code="ENOENT"\} (\d+)/.exec(await (await fetch(`${p.url}/metrics`)).text())
    const before = Number((await readMetric())?.[1] ?? 0)
    await rm(await pathOf(artifactId))
    const { status, headers, body } = await p.call('GET', openPath(claimId, artifactId), { token })
    assert.deepEqual(
      [status, body.error, body.file, headers.get('retry-after')],
      [503, 'internal_error', 'missing', '3600'],
    )
    assert.match(body.message, /is missing; .*Repeating the call does not help/)
    assert.equal(Number((await readMetric())?.[1]), before + 1)
    assert.equal((await p.call('GET', '/api/health/ready')).status, 200)
  })

  test('HEAD returns the length of the response without reading the file', async () => {
    const claimId = await client.newClaim()
    const file = { ...text(''), bytes: randomBytes(1_500_000), type: 'image/x-raw' }
    const { artifactId } = await client.attach(claimId, file)
    const whole = await p.call('GET', openPath(claimId, artifactId), { token })
    await flip(-1)(await pathOf(artifactId))
    const { status, headers, text: body } = await p.call('HEAD', openPath(claimId, artifactId), { token })
    assert.deepEqual([status, body, headers.get('content-length')], [200, '', `${whole.text.length}`])
    assert.deepEqual(await securityEvents(artifactId), [])
  })

  test('a missing store is a 503 with Retry-After, and files open again once it is back', async () => {
    const claimId = await client.newClaim()
    const { artifactId } = await client.attach(claimId, text('here'))
    const [folder, movedFolder] = [join(dataDir, 'blobs'), join(dataDir, 'blobs-away')]
    await rename(folder, movedFolder)
    const { status, headers } = await p.call('GET', openPath(claimId, artifactId), { token })
    const { body } = await client.announce(claimId, text('there'))
    const upload = await client.send(body.upload.path, text('there'))
    await rename(movedFolder, folder)
    assert.deepEqual([status, upload.status], [503, 503])
    assert.ok(headers.get('retry-after'))
    assert.deepEqual(await open(claimId, artifactId), { status: 200, isComplete: true })
    assert.equal((await client.send(body.upload.path, text('there'))).status, 201)
  })
})
