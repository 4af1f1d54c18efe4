import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { minute } from '#lib/clock.ts'
import { openPath, prover } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'

const file = () => ({ name: 'proof.bin', type: 'application/octet-stream', bytes: randomBytes(1000) })

describe('an outage of a binding is reported once, by the upload, read or sweep that first detects it', {
  concurrency: false,
}, () => {
  let resources: AsyncDisposableStack
  let p: Probata
  let bucket: MemoryS3
  let bindingId: string
  let cookie: string
  let token: string

  before(async () => {
    await using opening = new AsyncDisposableStack()
    bucket = opening.use(await startMemoryS3())
    p = opening.use(await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8' } }))
    bucket.clock = p.clock
    await signIn()
    bindingId = await bindingsOf(p, () => cookie).activate(bucket, { encryption: 'none' })
    await sweep()
    resources = opening.move()
  })
  after(() => resources.disposeAsync())

  const signIn = async () => {
    cookie = await p.signIn('admin@acme.example')
    token = await p.token('acme-scanner')
  }
  const advance = async (ms: number) => {
    p.clock.advance(ms)
    await signIn()
  }
  const sweep = () => p.system.runJob('storage-active-binding-posture-sweep')
  const reportedEvents = async () => {
    const { body, text, status } = await p.call('GET', '/api/workspace/security-events', { cookie })
    assert.equal(status, 200, text)
    const events = body.securityEvents.filter(({ context }: { context: Context }) => context.bindingId === bindingId)
    return events.map(({ type }: { type: string }) => type.replace('storageOperationsActiveBinding', '')).toReversed()
  }
  type Context = Readonly<Record<string, unknown>>
  const client = prover({ call: (...args) => p.call(...args) }, () => token)
  const upload = async () => {
    const proof = file()
    const { body } = await client.announce(await client.newClaim(), proof)
    return (await client.send(body.upload.path, proof)).status
  }

  test('a failed upload reports the outage; later sweeps report only its end', async () => {
    const { claimId, artifactId } = await client.attach(await client.newClaim(), file())
    bucket.intercept = () => ({ status: 500, body: '' })
    assert.equal(await upload(), 503)
    assert.deepEqual(await reportedEvents(), ['Unavailable'])
    await sweep()
    assert.deepEqual(await reportedEvents(), ['Unavailable'])
    await advance(30 * minute)
    assert.equal((await p.call('GET', openPath(claimId, artifactId), { token })).status, 503)
    await sweep()
    assert.deepEqual(await reportedEvents(), ['Unavailable'])
    bucket.intercept = () => undefined
    await sweep()
    assert.deepEqual(await reportedEvents(), ['Unavailable', 'Restored'])
  })

  test('a store that is full for an hour is reported once, regardless of the number of failed uploads', async () => {
    await advance(30 * minute)
    const before = (await reportedEvents()).length
    bucket.intercept = method => (method === 'PUT' ? { status: 507, body: '' } : undefined)
    await sweep()
    for (let i = 0; i < 4; i++) {
      await advance(15 * minute)
      assert.equal(await upload(), 503)
    }
    assert.deepEqual((await reportedEvents()).slice(before), ['Unavailable'])
    bucket.intercept = () => undefined
    await until('restored', async () => {
      await sweep()
      return (await reportedEvents()).length > before + 1
    })
    assert.deepEqual((await reportedEvents()).slice(before), ['Unavailable', 'Restored'])
  })
})
