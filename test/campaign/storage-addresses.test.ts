import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { prover, textFile } from '#test/proof.ts'
import { internalHosts, internalNames, thisMachine } from '#test/receivers/internal-hosts.ts'
import { createNames } from '#test/receivers/names.ts'
import { http, type Receiver, receive } from '#test/receivers/receiver.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { migrationsOf } from '#test/storage/migrations.ts'
import { boot, type Probata } from '#test/system.ts'

const sweep = 'storage-active-binding-posture-sweep'
const hosts = [...thisMachine, ...internalHosts]
const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'a test secret' }
const settingsAt = (endpoint: string) => ({ endpoint, region: 'us-east-1', bucket: 'proof', pathStyle: true })

describe('internal addresses, in every input that takes one', { concurrency: false }, () => {
  let resources: AsyncDisposableStack
  let canary: Receiver
  /** An install whose operator permits no internal address. */
  let p: Probata
  /** The same install while its operator permitted every address. */
  let permissive: Probata
  let cookie: string
  let permissiveCookie: string
  let folderId: string
  let bindings: ReturnType<typeof bindingsOf>
  let permissiveBindings: ReturnType<typeof bindingsOf>
  let migrations: ReturnType<typeof migrationsOf>
  const names = createNames()

  before(async () => {
    await using opening = new AsyncDisposableStack()
    for (const [name, addresses] of Object.entries(internalNames)) names.set(name, () => addresses)
    // Listens on IPv4 as well.
    canary = opening.use(await receive({ host: '::' }))
    const { lookup } = names
    p = opening.use(await boot({ lookup }))
    const env = { PROBATA_STORAGE_ALLOW: '0.0.0.0/0,::/0' }
    permissive = opening.use(await boot({ lookup, env, provision: null, database: p.connection }))
    cookie = await p.signIn('admin@acme.example')
    permissiveCookie = await permissive.signIn('admin@acme.example')
    bindings = bindingsOf(p, () => cookie)
    permissiveBindings = bindingsOf(permissive, () => permissiveCookie)
    migrations = migrationsOf(p, () => cookie)
    const [folder] = (await bindings.list()).storageBindings
    folderId = folder.id
    const token = await p.token('acme-scanner')
    const client = prover(p, () => token)
    await client.attach(await client.newClaim(), textFile('what a migration would send'))
    resources = opening.move()
  })
  after(() => resources.disposeAsync())

  const endpointsOf = (host: string): readonly string[] => {
    const { port } = new URL(canary.url)
    return [`https://${host}:${port}`, `http://${host}:${port}`]
  }
  const allEndpoints = () => hosts.flatMap(endpointsOf)
  /**
   * Creates a draft binding while its endpoint is permitted. Returns undefined if no operator can permit the endpoint.
   */
  const insertDraft = async (endpoint: string): Promise<string | undefined> => {
    const { status, body } = await permissiveBindings.create({ settings: settingsAt(endpoint), credentials })
    if (status !== 400) assert.equal(status, 201)
    return status === 201 ? body.id : undefined
  }
  /** Retires a binding together with the files that a migration may have sent, without contacting its store. */
  const discardBinding = async (id: string) => {
    await p.sql('delete from blob_copy where binding_id = $1', [id])
    await bindings.done(bindings.act(id, 'retire'))
  }

  test('an internal address is rejected when it is entered, changed, or set for a key service', async () => {
    assert.ok(hosts.length >= 84)
    const { id } = await bindings.done(
      bindings.create({ settings: settingsAt('https://public.test'), credentials }),
      201,
    )
    for (const endpoint of allEndpoints()) {
      const response = await bindings.create({ settings: settingsAt(endpoint), credentials })
      assert.deepEqual([response.status, response.body.issues?.[0]?.path], [400, ['settings', 'endpoint']], endpoint)
      const body = { settings: settingsAt(endpoint), reason: 'another place' }
      const changeResponse = await p.call('PATCH', `${bindings.path}/${id}`, { cookie, body })
      assert.deepEqual(
        [changeResponse.status, changeResponse.body.issues?.[0]?.path],
        [400, ['settings', 'endpoint']],
        endpoint,
      )
      const vault = { kind: 'vault-transit', address: endpoint, mount: 'transit', keyName: 'k', token: 'hvs.token' }
      const provider = await p.call('POST', '/api/workspace/storage-key-provider', {
        cookie,
        body: { ...vault, reason: 'another holder' },
      })
      assert.ok([400, 422].includes(provider.status), `${endpoint} ${provider.text}`)
    }
    await discardBinding(id)
    assert.equal(canary.connections, 0)
  })

  test('a validation or a migration does not connect to an address accepted earlier', async () => {
    let attempts = 0
    for (const endpoint of allEndpoints()) {
      const id = await insertDraft(endpoint)
      if (id === undefined) continue
      attempts++
      const run = await bindings.done(bindings.act(id, 'validate'))
      const requiredProbes = run.results.filter((probe: { required: boolean }) => probe.required)
      const codes = new Set(requiredProbes.map(({ code }: { code?: string }) => code))
      assert.deepEqual([run.passed, [...codes]], [false, ['refused_address']], endpoint)
      await p.sql(`update storage_binding set status = 'validated', validated_at = now() where id = $1`, [id])
      const plan = { sourceId: folderId, targetId: id, mode: 'copy' }
      const migration = await migrations.done(migrations.start(plan), 201)
      await migrations.run()
      const { status, code } = await migrations.get(migration.id)
      assert.deepEqual([status, code], ['failed', 'refused_address'], endpoint)
      await migrations.done(migrations.act(migration.id, 'cancel'))
      await discardBinding(id)
    }
    assert.ok(attempts >= 120, String(attempts))
    assert.equal(canary.connections, 0)
  })

  test('a sweep does not connect to the location in use', async () => {
    const [endpoint = ''] = endpointsOf('127.0.0.1')
    const id = await insertDraft(endpoint)
    assert.ok(id)
    await p.sql(`update storage_binding set status = 'draining' where id = $1`, [folderId])
    await p.sql(`update storage_binding set status = 'active', activated_at = now() where id = $1`, [id])
    for (const endpoint of allEndpoints()) {
      await p.sql('update storage_binding set settings = $2, revision = revision + 1 where id = $1', [
        id,
        JSON.stringify(settingsAt(endpoint)),
      ])
      await p.system.runJob(sweep)
      const { deviations } = await bindings.done(p.call('GET', `${bindings.path}/${id}/deviations`, { cookie }))
      assert.deepEqual(
        deviations.map(({ status, code }: { status: string; code: string }) => [status, code]),
        [['open', 'refused_address']],
        endpoint,
      )
    }
    await bindings.done(bindings.act(folderId, 'activate'))
    await discardBinding(id)
    assert.equal(canary.connections, 0)
  })

  test('a name that resolves to an internal address right after its check gets no connection', async () => {
    const { port } = new URL(canary.url)
    const checked = { 'rebinding.test': ['93.184.216.34'], 'nowhere-yet.test': [] }
    for (const [name, firstAddress] of Object.entries(checked)) {
      names.set(name, n => (n === 1 ? firstAddress : ['127.0.0.1']))
      const endpoint = `https://${name}:${port}`
      const { id } = await bindings.done(bindings.create({ settings: settingsAt(endpoint), credentials }), 201)
      const run = await bindings.done(bindings.act(id, 'validate'))
      assert.deepEqual([run.passed, run.results[0]?.code], [false, 'refused_address'], name)
      assert.ok(names.lookups(name) > 1)
      await discardBinding(id)
    }
    assert.equal(canary.connections, 0)
  })

  test('redirects by a store are never followed, neither for probes nor for files', async () => {
    const connectionsBefore = canary.connections
    const { port } = new URL(canary.url)
    const redirectTarget = `http://127.0.0.1:${port}/proof`
    for (const status of [301, 302, 303, 307, 308]) {
      const body = `<Error><Code>TemporaryRedirect</Code><Endpoint>127.0.0.1:${port}</Endpoint><Bucket>proof</Bucket></Error>`
      const headers = {
        location: redirectTarget,
        'x-amz-bucket-region': 'eu-west-1',
        'content-type': 'application/xml',
      }
      await using provider = await receive({ answer: socket => socket.write(http(status, body, headers)) })
      const { origin } = new URL(provider.url)
      const created = await permissiveBindings.create({ settings: settingsAt(origin), credentials })
      const { id } = await permissiveBindings.done(Promise.resolve(created), 201)
      const run = await permissiveBindings.done(permissiveBindings.act(id, 'validate'))
      assert.equal(run.passed, false)
      await permissive.sql(`update storage_binding set status = 'validated', validated_at = now() where id = $1`, [id])
      const permissiveMigrations = migrationsOf(permissive, () => permissiveCookie)
      const { id: migrationId } = await permissiveMigrations.done(
        permissiveMigrations.start({ sourceId: folderId, targetId: id, mode: 'copy' }),
        201,
      )
      await permissiveMigrations.run()
      assert.equal((await permissiveMigrations.get(migrationId)).items.copied, 0)
      assert.ok(provider.connections > 0)
      await permissiveMigrations.done(permissiveMigrations.act(migrationId, 'cancel'))
      await discardBinding(id)
    }
    assert.equal(canary.connections, connectionsBefore)
  })

  test('the canary would have been detected', async () => {
    const id = await insertDraft(endpointsOf('127.0.0.1')[1] ?? '')
    assert.ok(id)
    await permissiveBindings.done(permissiveBindings.act(id, 'validate'))
    assert.ok(canary.connections > 0)
    await discardBinding(id)
  })
})
