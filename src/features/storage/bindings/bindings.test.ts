import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sealedSize } from '#lib/chunked-gcm.ts'
import { minute } from '#lib/clock.ts'
import { openPath, type Proof, prover, textFile } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import { boot, type Probata } from '#test/system.ts'

describe('storage bindings', { concurrency: false }, () => {
  let resources: AsyncDisposableStack
  let p: Probata
  let dataDir: string
  let bucket: MemoryS3
  let cookie: string
  let token: string
  let bindings: ReturnType<typeof bindingsOf>
  let client: ReturnType<typeof prover>

  before(async () => {
    await using opening = new AsyncDisposableStack()
    bucket = opening.use(await startMemoryS3())
    dataDir = await mkdtemp(join(tmpdir(), 'probata-bindings-'))
    opening.defer(() => rm(dataDir, { recursive: true, force: true }))
    p = opening.use(await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8', PROBATA_DATA_DIR: dataDir } }))
    bucket.clock = p.clock
    cookie = await p.signIn('admin@acme.example')
    token = await p.token('acme-scanner')
    bindings = bindingsOf(p, () => cookie)
    client = prover(p, () => token)
    resources = opening.move()
  })
  after(() => resources.disposeAsync())

  const newCredentials = { accessKeyId: 'AKIANEXTNEXT', secretAccessKey: 'a canary of a secret' }
  const file = (size: number) => ({ name: 'proof.bin', type: 'application/octet-stream', bytes: randomBytes(size) })
  const attach = async (bytes: Proof) => client.attach(await client.newClaim(), bytes)
  const readAttachment = async ({ claimId, artifactId }: { claimId: string; artifactId: string }) => {
    const { status, text, body } = await p.call('GET', openPath(claimId, artifactId), { token })
    assert.equal(status, 200, text)
    return Buffer.from(body.content.dataBase64, 'base64')
  }
  const spooledFiles = async () =>
    (await readdir(join(dataDir, 'spool'), { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())
  const events = async () => (await p.sql('select type from security_event order by id')).map(({ type }) => type)

  test('a new workspace has the folder of the install', async () => {
    const { storageBindings } = await bindings.list()
    assert.deepEqual(
      storageBindings.map(({ kind, name, status, encryption }: never) => ({ kind, name, status, encryption })),
      [{ kind: 'folder', name: 'local', status: 'active', encryption: 'none' }],
    )
  })

  test('an activated draft receives new files, and files in the folder stay readable', async () => {
    const first = file(1000)
    const inFolder = await attach(first)
    const created = await bindings.done(bindings.create(bucket, { encryption: 'none' }), 201)
    assert.match(created.id, /^stb_[0-9A-Z]{26}$/)
    assert.equal(created.status, 'draft')
    assert.deepEqual(created.credential.hint, bucket.credentials.accessKeyId.slice(-4))
    assert.equal(JSON.stringify(created).includes(bucket.credentials.secretAccessKey), false)
    assert.equal((await bindings.act(created.id, 'activate')).status, 422)
    const run = await bindings.done(bindings.act(created.id, 'validate'))
    const failing = run.results.filter(
      (result: { required: boolean; outcome: string }) => result.required && result.outcome !== 'passed',
    )
    assert.deepEqual([run.passed, run.bindingId, failing], [true, created.id, []])
    assert.equal((await bindings.done(bindings.get(created.id))).status, 'validated')
    p.clock.advance(16 * minute)
    cookie = await p.signIn('admin@acme.example')
    assert.match((await bindings.act(created.id, 'activate')).text, /validate it again/)
    await bindings.done(bindings.act(created.id, 'validate'))
    assert.equal((await bindings.done(bindings.act(created.id, 'activate'))).status, 'active')
    assert.equal((await events()).filter(type => type === 'storageOperationsActivationFailed').length, 2)

    const [small, large] = [file(3000), file(20 * 1024 * 1024 + 7)]
    const before = bucket.objects.size
    const inBucket = [await attach(small), await attach(large)]
    assert.equal(bucket.objects.size, before + 2)
    assert.ok((await readAttachment(inFolder)).equals(first.bytes))
    for (const [i, { bytes }] of [small, large].entries()) {
      const attachment = inBucket[i]
      assert.ok(attachment && (await readAttachment(attachment)).equals(bytes))
    }
    assert.deepEqual(await p.sql('select from staged_blob'), [])
    assert.deepEqual(
      (await readdir(join(dataDir, 'spool'), { recursive: true, withFileTypes: true })).filter(entry => entry.isFile()),
      [],
    )
  })

  test('an upload that differs from its intent is not sent to the bucket', async () => {
    const announced = await client.announce(await client.newClaim(), file(5000))
    const requestCount = bucket.requests.length
    assert.equal((await client.send(announced.body.upload.path, file(5000))).status, 422)
    assert.equal(bucket.requests.length, requestCount)
    assert.deepEqual([await p.sql('select from staged_blob'), await spooledFiles()], [[], []])
  })

  test('altered bytes are neither served completely nor attached', async () => {
    const proof = file(9000)
    const attachment = await attach(proof)
    const object = [...bucket.objects.values()].at(-1)
    assert.ok(object)
    object.bytes = Buffer.from(object.bytes)
    object.bytes[17] = (object.bytes[17] ?? 0) ^ 1
    const { claimId, artifactId } = attachment
    assert.equal((await p.call('GET', openPath(claimId, artifactId), { token })).status, 503)
    assert.equal((await events()).at(-1), 'storageOperationsDigestMismatch')

    bucket.intercept = (method, key) => {
      const stored = method === 'GET' && key !== '' && bucket.objects.get(key)
      return stored ? { status: 200, body: Buffer.concat([stored.bytes.subarray(1), Buffer.from('x')]) } : undefined
    }
    const before = bucket.objects.size
    const announced = await client.announce(await client.newClaim(), proof)
    const rejected = await client.send(announced.body.upload.path, proof)
    bucket.intercept = () => undefined
    assert.equal(rejected.status, 503, rejected.text)
    assert.equal(bucket.objects.size, before)
    assert.deepEqual(await p.sql('select from staged_blob'), [])
  })

  test('an unavailable store causes a 503 with Retry-After that does not quote the store', async () => {
    const attachment = await attach(file(100))
    bucket.intercept = () => ({
      status: 403,
      body: '<Error><Code>AccessDenied</Code><Message>canary-said</Message></Error>',
    })
    const proof = file(100)
    const announced = await client.announce(await client.newClaim(), proof)
    const responses = [
      await client.send(announced.body.upload.path, proof),
      await p.call('GET', openPath(attachment.claimId, attachment.artifactId), { token }),
    ]
    bucket.intercept = () => undefined
    for (const { status, headers, text } of responses) {
      assert.equal(status, 503, text)
      assert.ok(Number(headers.get('retry-after')) > 0)
      assert.doesNotMatch(text, /canary|Denied|127\.0\.0\.1|memory-/)
    }
    await p.system.runJob('sweep-staged-blobs')
  })

  test('new credentials are probed first, then replace the old ones', async () => {
    const attachment = await attach(file(1000))
    const { storageBindings } = await bindings.list()
    const [{ id }] = storageBindings
    const rejected = await bindings.act(id, 'credentials', { credentials: newCredentials })
    assert.equal(rejected.status, 422, rejected.text)
    await readAttachment(attachment)
    bucket.accept(newCredentials)
    const replaced = await bindings.done(bindings.act(id, 'credentials', { credentials: newCredentials }))
    assert.equal(replaced.credential.hint, 'NEXT')
    bucket.accept(newCredentials, 'only')
    await readAttachment(attachment)
    await attach(file(1000))
    for (const table of ['storage_binding', 'audit_event', 'security_event', 'storage_probe_run', 'idempotency_key']) {
      const leaks = await p.sql(`select from ${table} t where strpos(t::text, 'a canary of a secret') > 0`)
      assert.deepEqual(leaks, [], table)
    }
  })

  test('a binding that is active or holds files cannot be retired; retiring a draft erases its credentials', async () => {
    const { storageBindings } = await bindings.list()
    const [active, folder] = storageBindings
    assert.deepEqual([active.status, folder.kind, folder.status], ['active', 'folder', 'draining'])
    assert.match((await bindings.act(active.id, 'retire')).text, /is active/)
    assert.match((await bindings.act(folder.id, 'retire')).text, /still holds files \(copies: 1\); move them first/)
    const { id } = await bindings.done(bindings.create(bucket), 201)
    const retired = await bindings.done(bindings.act(id, 'retire'))
    assert.equal(retired.status, 'retired')
    assert.deepEqual(await p.sql('select credentials from storage_binding where id = $1', [id]), [
      { credentials: null },
    ])
    for (const verb of ['validate', 'activate', 'retire']) assert.equal((await bindings.act(id, verb)).status, 422)
  })

  test('a draining folder can be activated again and receives files at once', async () => {
    const { storageBindings } = await bindings.list()
    const folder = storageBindings.find(({ kind }: { kind: string }) => kind === 'folder')
    const before = bucket.objects.size
    assert.equal((await bindings.done(bindings.act(folder.id, 'activate'))).status, 'active')
    const proof = file(500)
    assert.ok((await readAttachment(await attach(proof))).equals(proof.bytes))
    assert.equal(bucket.objects.size, before)
  })

  test('another workspace sees none of these bindings and keeps its own folder', async () => {
    const globexBindings = bindingsOf(p, () => globex)
    const globex = await p.signIn('admin@globex.example')
    const { storageBindings } = await globexBindings.list()
    assert.equal(storageBindings.length, 1)
    const { storageBindings: acmeBindings } = await bindings.list()
    for (const { id } of acmeBindings) {
      assert.equal((await globexBindings.get(id)).status, 404)
      for (const verb of ['validate', 'activate', 'retire'])
        assert.equal((await globexBindings.act(id, verb)).status, 404)
    }
  })

  test('internal addresses are rejected on entry', async () => {
    for (const endpoint of [
      'http://169.254.169.254',
      'https://10.0.0.1',
      'http://127.0.0.1:5432',
      'ftp://example.com',
    ]) {
      const { status, body } = await bindings.create({ ...bucket, settings: { ...bucket.settings, endpoint } })
      assert.deepEqual([status, body.issues?.[0]?.path], [400, ['settings', 'endpoint']], endpoint)
    }
  })

  test('a changed binding must be validated again; the settings of an active binding cannot change', async () => {
    const { id } = await bindings.done(bindings.create(bucket), 201)
    await bindings.done(bindings.act(id, 'validate'))
    const patch = (bindingId: string, body: object) =>
      p.call('PATCH', `${bindings.path}/${bindingId}`, { cookie, body: { reason: 'other settings', ...body } })
    const changed = await bindings.done(patch(id, { settings: { ...bucket.settings, prefix: 'other' }, name: 'Other' }))
    assert.deepEqual(
      [changed.status, changed.prefix, changed.name, changed.validatedAt],
      ['draft', 'other', 'Other', null],
    )
    const { storageBindings } = await bindings.list()
    const { id: active } = storageBindings.find(({ status }: { status: string }) => status === 'active')
    assert.equal((await patch(active, { encryption: 'none' })).status, 422)
    assert.equal((await bindings.done(patch(active, { name: 'The folder' }))).name, 'The folder')
  })

  test('files that leave this install are encrypted unless an administrator turns that off', async () => {
    await bindings.activate({ ...bucket, credentials: newCredentials })
    const before = new Set(bucket.objects.keys())
    const [small, large] = [textFile('the provider cannot read this'), file(9 * 1024 * 1024)]
    const attachments = [await attach(small), await attach(large)]
    const stored = [...bucket.objects].filter(([key]) => !before.has(key)).map(([, { bytes }]) => bytes)
    assert.deepEqual(
      stored.map(bytes => [bytes.subarray(0, 4).toString(), bytes.length]),
      [small, large].map(({ bytes }) => ['PBE1', sealedSize(bytes.length)]),
    )
    assert.ok(stored.every(bytes => !bytes.includes('the provider cannot')))
    for (const [i, { bytes }] of [small, large].entries()) {
      const attachment = attachments[i]
      assert.ok(attachment && (await readAttachment(attachment)).equals(bytes))
    }
    const [first, second] = [...bucket.objects].filter(([key]) => !before.has(key)).map(([, object]) => object)
    assert.ok(first && second && attachments[0])
    first.bytes = Buffer.concat([second.bytes.subarray(0, 40), first.bytes.subarray(40)])
    const { claimId, artifactId } = attachments[0]
    assert.equal((await p.call('GET', openPath(claimId, artifactId), { token })).status, 503)
  })

  test('a destroyed key makes its files unreadable, which does not count as an outage', async () => {
    // An earlier outage that has not ended would hide a new one.
    p.clock.advance(11 * minute)
    token = await p.token('acme-scanner')
    const attachment = await attach(file(400))
    const eventCount = (await events()).length
    await p.sql(`update storage_data_key set status = 'destroyed', wrapped = null, destroyed_at = now()`)
    const { status, text } = await p.call('GET', openPath(attachment.claimId, attachment.artifactId), { token })
    assert.equal(status, 503, text)
    assert.equal((await events()).length, eventCount)
    assert.deepEqual(await p.sql('select from storage_deviation'), [])
  })
})
