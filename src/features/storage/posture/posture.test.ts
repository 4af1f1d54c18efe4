import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { hour, minute, second } from '#lib/clock.ts'
import { openPath, prover } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'

const sweep = 'storage-active-binding-posture-sweep'
const down = { status: 500, body: '' }
const file = (size: number) => ({ name: 'proof.bin', type: 'application/octet-stream', bytes: randomBytes(size) })

describe('the posture of active bindings', { concurrency: false }, () => {
  let resources: AsyncDisposableStack
  let p: Probata
  let dataDir: string
  let bucket: MemoryS3
  let bindingId: string
  let acme: string
  let cookie: string
  let token: string
  let otherToken: string
  let bindings: ReturnType<typeof bindingsOf>
  let client: ReturnType<typeof prover>
  let globex: ReturnType<typeof prover>

  before(async () => {
    await using opening = new AsyncDisposableStack()
    bucket = opening.use(await startMemoryS3())
    dataDir = await mkdtemp(join(tmpdir(), 'probata-posture-'))
    opening.defer(() => rm(dataDir, { recursive: true, force: true }))
    p = opening.use(await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8', PROBATA_DATA_DIR: dataDir } }))
    bindings = bindingsOf(p, () => cookie)
    bucket.clock = p.clock
    await signIn()
    client = prover(p, () => token)
    globex = prover(p, () => otherToken)
    bindingId = await bindings.activate(bucket, { encryption: 'none' })
    const [row] = await p.sql(`select organization_id from storage_binding where id = $1`, [bindingId])
    acme = String(row?.organization_id)
    resources = opening.move()
  })
  after(() => resources.disposeAsync())

  beforeEach(async () => {
    bucket.intercept = () => undefined
    p.clock.advance(hour)
    await signIn()
    await p.system.runJob(sweep)
    p.clock.advance(hour)
    await signIn()
  })

  // Needed after each advance of the clock, because sessions expire.
  const signIn = async () => {
    cookie = await p.signIn('admin@acme.example')
    token = await p.token('acme-scanner')
    otherToken = await p.token('globex-scanner')
  }

  /** The number of events so far, for `eventsAfter`. */
  const countEvents = async () =>
    Number((await p.sql('select count(*) from security_event where organization_id <> $1', ['install']))[0]?.count)
  const eventsAfter = async (eventCount: number) =>
    (
      await p.sql('select record from security_event where organization_id <> $2 order by id offset $1', [
        eventCount,
        'install',
      ])
    ).map(({ record }) => JSON.parse(String(record)))
  const deviations = async (query = '') =>
    (await bindings.done(p.call('GET', `${bindings.path}/${bindingId}/deviations${query}`, { cookie }))).deviations
  const openDeviations = async () => (await deviations()).filter(({ status }: { status: string }) => status === 'open')
  const runSchedule = async (minutes: number) => {
    for (let i = 0; i < minutes; i++) {
      p.clock.advance(minute)
      await p.system.worker.runDue()
    }
  }
  const upload = async (prove = client) => {
    const bytes = file(2000)
    const announced = await prove.announce(await prove.newClaim(), bytes)
    return prove.send(announced.body.upload.path, bytes)
  }

  test('a healthy store has no deviation and is probed every five minutes', async () => {
    assert.deepEqual(await openDeviations(), [])
    const before = bucket.requests.length
    await runSchedule(1)
    await runSchedule(9)
    const probes = bucket.requests.slice(before).filter(line => line.startsWith('HEAD'))
    assert.ok(probes.length >= 2 && probes.length <= 6, String(probes.length))
  })

  test('a store that is down causes one event; files of its workspace can be neither stored nor opened, all else works', async () => {
    const attachedFile = file(3000)
    const claimId = await client.newClaim()
    const attachment = await client.attach(claimId, attachedFile)
    bucket.intercept = () => down
    const eventCount = await countEvents()
    await p.system.runJob(sweep)
    const [event, ...more] = await eventsAfter(eventCount)
    assert.deepEqual(more, [])
    assert.deepEqual(
      [event.type, event.severity, event.organizationId],
      ['storageOperationsActiveBindingUnavailable', 'high', acme],
    )
    const { firstSeenAt, requestId, ...context } = event.context
    assert.deepEqual(context, { bindingId, check: 'round-trip', code: 'unreachable', count: 3 })
    assert.match(requestId, /^jrn_/)
    const [deviation] = await openDeviations()
    assert.deepEqual(
      [deviation.check, deviation.stops, deviation.code, deviation.failures],
      ['round-trip', 'files', 'unreachable', 3],
    )
    assert.match(deviation.advice, /The store does not respond/)
    assert.equal(deviation.since, firstSeenAt)

    const before = bucket.requests.length
    const claim = await client.newClaim()
    const proof = file(2000)
    const announced = await client.announce(claim, proof)
    const rejected = await client.send(announced.body.upload.path, proof)
    assert.deepEqual(
      [rejected.status, rejected.body.error, rejected.headers.get('retry-after')],
      [503, 'internal_error', '10'],
    )
    const opened = await p.call('GET', openPath(attachment.claimId, attachment.artifactId), { token })
    assert.deepEqual([opened.status, opened.body.error], [503, 'internal_error'])
    assert.equal(
      bucket.requests.slice(before).some(line => line.includes(announced.body.intent.id)),
      false,
    )
    assert.deepEqual(await p.sql('select from staged_blob'), [])
    // The workspace can do everything else, and other workspaces are not affected.
    assert.equal((await upload(globex)).status, 201)
    assert.equal((await p.call('GET', '/api/v1/governance/evidence/claims', { token })).status, 200)
    assert.equal((await p.call('GET', '/api/health/ready', {})).status, 200)
    // The failed upload recorded no second event.
    assert.deepEqual((await eventsAfter(eventCount)).length, 1)

    bucket.intercept = () => undefined
    p.clock.advance(11 * minute)
    await signIn()
    await p.system.runJob(sweep)
    const [, restored] = await eventsAfter(eventCount)
    assert.deepEqual([restored.type, restored.context.bindingId], ['storageOperationsActiveBindingRestored', bindingId])
    assert.deepEqual(await openDeviations(), [])
    assert.equal((await upload()).status, 201)
    const content = (await p.call('GET', openPath(attachment.claimId, attachment.artifactId), { token })).body.content
    assert.ok(Buffer.from(content.dataBase64, 'base64').equals(attachedFile.bytes))
  })

  test('five failed uploads trigger an early probe; rejected uploads trigger the probes that detect the recovery', async () => {
    bucket.intercept = (method, key) => (method === 'PUT' && !key.includes('.probata-probe') ? down : undefined)
    const untilRecorded = (at: number) =>
      until('the sweep is recorded', async () => {
        const [row] = await p.sql('select swept_at from storage_posture where binding_id = $1', [bindingId])
        return row?.swept_at instanceof Date && row.swept_at.getTime() >= at
      })
    // The round trip of a probe works, so the failed uploads do not count as an outage.
    const startedAt = p.clock.now()
    for (let i = 0; i < 5; i++) assert.equal((await upload()).status, 503)
    await untilRecorded(startedAt)
    assert.deepEqual(await openDeviations(), [])

    p.clock.advance(minute)
    bucket.intercept = () => down
    for (let i = 0; i < 4; i++) assert.equal((await upload()).status, 503)
    assert.deepEqual(await openDeviations(), [])
    assert.equal((await upload()).status, 503)
    await until('the binding is unavailable', async () => (await openDeviations()).length === 1)

    bucket.intercept = () => undefined
    // Probes run at most every 10 s, and three good ones close the deviation.
    for (let i = 0; i < 3; i++) {
      const before = bucket.requests.length
      p.clock.advance(11 * second)
      const at = p.clock.now()
      assert.equal((await upload()).status, 503)
      // The last probe may have finished by now.
      if (i < 2) assert.equal((await upload()).status, 503)
      await until(
        'the binding is probed',
        async () => bucket.requests.slice(before).filter(line => line.startsWith('HEAD')).length >= 1,
      )
      await untilRecorded(at)
    }
    assert.deepEqual(await openDeviations(), [])
    assert.equal((await upload()).status, 201)
  })

  test('a store that fails every other sweep causes one deviation and one event', async () => {
    const eventCount = await countEvents()
    const deviationCount = (await deviations()).length
    let turn = 0
    bucket.intercept = () => (turn % 2 === 0 ? down : undefined)
    // The 1,440 sweeps of a day would take too long with real probes; damping.test.ts covers a whole day.
    for (; turn < 12; turn++) await runSchedule(1)
    assert.equal((await deviations()).length - deviationCount, 1)
    const types = (await eventsAfter(eventCount)).map(({ type }) => type)
    assert.deepEqual(
      types.filter(type => type.startsWith('storageOperations')),
      ['storageOperationsActiveBindingUnavailable'],
    )
  })

  test('rejected credentials are detected after two probes; uploads can go to another binding', async () => {
    const other = await startMemoryS3()
    await using _ = other
    other.clock = p.clock
    bucket.accept({ accessKeyId: 'AKIAOTHER', secretAccessKey: 'x'.repeat(30) }, 'only')
    await p.system.runJob(sweep)
    const [deviation] = await openDeviations()
    assert.deepEqual([deviation.code, deviation.failures], ['credential', 2])
    assert.match(deviation.advice, /Replace them/)
    const otherId = await bindings.activate(other, { encryption: 'none' })
    assert.equal((await upload()).status, 201)
    // The old binding is draining, but is probed while it has an open deviation.
    bucket.accept(bucket.credentials)
    await p.system.runJob(sweep)
    assert.deepEqual(await openDeviations(), [])
    await bindings.done(bindings.act(bindingId, 'activate'))
    assert.equal((await bindings.done(bindings.get(otherId))).status, 'draining')
    assert.equal((await upload()).status, 201)
  })

  test('a publicly readable bucket is reported and stays in use', async () => {
    const eventCount = await countEvents()
    bucket.intercept = (method, _key, _query, { authorization }) =>
      method === 'GET' && authorization === undefined ? { status: 200, body: 'all of it' } : undefined
    await p.system.runJob(sweep)
    const [event] = await eventsAfter(eventCount)
    assert.deepEqual([event.type, event.context.check], ['storageOperationsPostureDrift', 'not-public'])
    const [deviation] = await openDeviations()
    assert.deepEqual([deviation.check, deviation.stops, deviation.severity], ['not-public', 'nothing', 'high'])
    assert.equal((await upload()).status, 201)
    bucket.intercept = () => undefined
    await p.system.runJob(sweep)
    assert.deepEqual(await openDeviations(), [])
  })

  test('an unmounted disk is an outage for the workspaces whose files are in its folder', async () => {
    const blobs = join(dataDir, 'blobs')
    const eventCount = await countEvents()
    await rename(blobs, `${blobs}-gone`)
    try {
      await p.system.runJob(sweep)
      const outages = (await eventsAfter(eventCount)).filter(
        ({ type }) => type === 'storageOperationsActiveBindingUnavailable',
      )
      assert.ok(outages.length >= 1)
      assert.equal(
        outages.some(({ organizationId }) => organizationId === acme),
        false,
      )
      assert.equal((await upload()).status, 201)
      assert.equal((await upload(globex)).status, 503)
    } finally {
      await rename(`${blobs}-gone`, blobs)
    }
    await p.system.runJob(sweep)
    assert.equal((await upload(globex)).status, 201)
  })

  test('deviations are listed page by page, to administrators and auditors of the workspace only', async () => {
    const allDeviations = await deviations()
    assert.ok(allDeviations.length >= 3)
    const first = await bindings.done(p.call('GET', `${bindings.path}/${bindingId}/deviations?limit=1`, { cookie }))
    assert.equal(first.deviations[0].id, allDeviations[0].id)
    assert.deepEqual((await deviations(`?limit=1&cursor=${first.pagination.nextCursor}`))[0].id, allDeviations[1].id)
    const statusFor = async (email: string) =>
      (await p.call('GET', `${bindings.path}/${bindingId}/deviations`, { cookie: await p.signIn(email) })).status
    assert.equal(await statusFor('auditor@acme.example'), 200)
    assert.equal(await statusFor('reviewer@acme.example'), 403)
    assert.equal((await p.call('GET', `${bindings.path}/stb_unknown/deviations`, { cookie })).status, 404)
  })
})
