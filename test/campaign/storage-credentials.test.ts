import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { newBlobKey } from '#lib/blob-store.ts'
import { day, minute } from '#lib/clock.ts'
import { createLog } from '#lib/log.ts'
import { provision } from '#src/features/provisioning/provision.ts'
import { checkBindings } from '#src/features/storage/commands/check-bindings.ts'
import { sections } from '#src/features.ts'
import { workspace } from '#test/fixture.ts'
import { openPath, prover } from '#test/proof.ts'
import { search } from '#test/secret-search.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import { migrationsOf } from '#test/storage/migrations.ts'
import { leakyResponses, masterKey, pairs, plantedSecrets, tokens } from '#test/storage/planted-secrets.ts'
import { boot, type Probata } from '#test/system.ts'
import { startVault } from '#test/vault.ts'

const sweep = 'storage-active-binding-posture-sweep'

test('a secret is found in every encoding, and in pieces', () => {
  const text = pairs.first.secretAccessKey
  const encodings = [
    text,
    text.slice(5, 25),
    encodeURIComponent(text),
    Buffer.from(text).toString('hex'),
    Buffer.from(text).toString('base64url'),
    Buffer.from(`a text with ${text} in it`).toString('base64'),
    [...text].reverse().join(''),
    JSON.stringify({ text }),
  ]
  for (const encoding of encodings)
    assert.deepEqual(search({ text }, { here: `before ${encoding} after` }), ['text in here'], encoding)
  assert.deepEqual(search({ text }, { here: pairs.next.secretAccessKey }), [])
})

describe('credentials that are entered into the product', { concurrency: false }, () => {
  let resources: AsyncDisposableStack
  let p: Probata
  let dataDir: string
  let bucket: MemoryS3
  let target: MemoryS3
  let bindingId: string
  let cookie: string
  let token: string
  let logged = ''
  const collectedTexts: string[] = []
  const client = { call: (...args: Parameters<Probata['call']>) => record(p.call(...args)) }
  const bindings = bindingsOf(client, () => cookie)
  const migrations = migrationsOf(client, () => cookie)
  const files = prover(client, () => token)

  const record = async (call: ReturnType<Probata['call']>) => {
    const response = await call
    collectedTexts.push(response.text, ...[...response.headers].flat())
    return response
  }

  before(async () => {
    await using opening = new AsyncDisposableStack()
    bucket = opening.use(await startMemoryS3())
    target = opening.use(await startMemoryS3())
    bucket.accept(pairs.first, 'only')
    target.accept(pairs.target, 'only')
    dataDir = await mkdtemp(join(tmpdir(), 'probata-planted-'))
    opening.defer(() => rm(dataDir, { recursive: true, force: true }))
    const destination = new PassThrough().on('data', text => {
      logged += text
    })
    const env = {
      PROBATA_STORAGE_ALLOW: '127.0.0.0/8',
      PROBATA_DATA_DIR: dataDir,
      PROBATA_MASTER_KEY: masterKey.toString('base64'),
      PROBATA_SECURITY_LOG: `file:${join(dataDir, 'security.jsonl')}`,
    }
    p = opening.use(await boot({ env, provision: workspace, log: createLog({ level: 'trace', destination }) }))
    for (const store of [bucket, target]) store.clock = p.clock
    await renew()
    resources = opening.move()
  })
  after(() => resources.disposeAsync())

  // Signs in again, because advancing the clock has expired the sessions.
  const renew = async () => {
    cookie = await p.signIn('admin@acme.example')
    token = await p.token('acme-scanner')
  }
  const ask = (method: string, path: string, body?: object) =>
    client.call(method, `/api/workspace${path}`, { cookie, ...(body && { body: { reason: 'for a test', ...body } }) })
  const whileStoreTells = async (store: MemoryS3, work: () => Promise<unknown>) => {
    for (const telltale of leakyResponses) {
      store.intercept = () => telltale
      await work()
    }
    store.intercept = () => undefined
  }
  const upload = async () => {
    const bytes = { name: 'proof.bin', type: 'application/octet-stream', bytes: randomBytes(2000) }
    const announcement = await files.announce(await files.newClaim(), bytes)
    return files.send(announcement.body.upload.path, bytes)
  }

  test('are accepted, rejected, and entered in the wrong field', async () => {
    const { accessKeyId, secretAccessKey } = pairs.misplaced
    const bucketInput = { settings: bucket.settings, credentials: pairs.misplaced }
    const wrongInputs = [
      { ...bucketInput, settings: { ...bucket.settings, secretAccessKey } },
      {
        ...bucketInput,
        settings: {
          ...bucket.settings,
          endpoint: `https://${accessKeyId}:${encodeURIComponent(secretAccessKey)}@s3.test`,
        },
      },
      { ...bucketInput, settings: { ...bucket.settings, bucket: secretAccessKey } },
      { ...bucketInput, credentials: { accessKeyId, secretAccessKey: secretAccessKey.padEnd(1025, 'x') } },
      { ...bucketInput, credentials: { accessKeyId, secretAccessKey, sessionToken: secretAccessKey } },
      { ...bucketInput, credentials: secretAccessKey },
      { ...bucketInput, kind: secretAccessKey },
    ]
    for (const body of wrongInputs) {
      const response = await ask('POST', '/storage-bindings', { name: 'A bucket', kind: 's3', ...body })
      assert.equal(response.status, 400, response.text)
    }
    const { id } = await bindings.done(bindings.create({ ...bucket, credentials: pairs.first }), 201)
    bindingId = id
    await whileStoreTells(bucket, async () => {
      assert.equal((await bindings.done(bindings.act(id, 'validate'))).passed, false)
      assert.equal((await bindings.act(id, 'activate')).status, 422)
    })
    const run = await bindings.done(bindings.act(id, 'validate'))
    assert.equal(run.passed, true, JSON.stringify(run))
    await bindings.done(bindings.act(id, 'activate'))
    assert.equal((await upload()).status, 201)
  })

  test('are replaced, and the store returns them to uploads, opens and checks', async () => {
    await whileStoreTells(bucket, async () => {
      const response = await bindings.act(bindingId, 'credentials', { credentials: pairs.refused })
      assert.equal(response.status, 422, response.text)
    })
    bucket.accept(pairs.next)
    const { body } = await upload()
    await bindings.done(bindings.act(bindingId, 'credentials', { credentials: pairs.next }))
    bucket.accept(pairs.next, 'only')
    const { claimId, artifactId } = body.attachment
    await whileStoreTells(bucket, async () => {
      p.clock.advance(minute)
      assert.equal((await upload()).status, 503)
      assert.equal((await client.call('GET', openPath(claimId, artifactId), { token })).status, 503)
      await p.system.runJob('scrub-stored-files')
    })
    await whileStoreTells(bucket, () => p.system.runJob(sweep))
    for await (const checked of checkBindings(p.system.services)) collectedTexts.push(JSON.stringify(checked))
    for (let i = 0; i < 3; i++) await p.system.runJob(sweep)
    assert.equal((await upload()).status, 201)
    const prefix = [...bucket.objects.keys()][0]?.split('/').slice(0, -2).join('/')
    bucket.objects.set(`${prefix}/${pairs.next.secretAccessKey}`, { bytes: Buffer.from('x'), at: new Date(0) })
    bucket.objects.set(`${prefix}/aa/${newBlobKey()}`, { bytes: Buffer.from('x'), at: new Date(0) })
    await p.system.runJob('sweep-stored-orphans')
  })

  test('are used by a migration and a provisioning file', async () => {
    const binding = await bindings.done(bindings.create({ ...target, credentials: pairs.target }), 201)
    await bindings.done(bindings.act(binding.id, 'validate'))
    const plan = { sourceId: bindingId, targetId: binding.id, mode: 'copy' }
    const { id } = await migrations.done(migrations.start(plan), 201)
    for (const store of [target, bucket])
      await whileStoreTells(store, async () => {
        await p.system.runJob('storage-object-migration-runner')
        if ((await migrations.get(id)).status === 'failed') await migrations.done(migrations.act(id, 'resume'))
      })
    // For these files the store returned something else, so the failures are accepted.
    for (const { artifactId } of await migrations.failures(id)) await migrations.done(migrations.accept(id, artifactId))
    await migrations.run()
    const { status, ...migration } = await migrations.get(id)
    assert.equal(status, 'done', JSON.stringify(migration))

    const credentialsFile = join(dataDir, 'credentials.json')
    const entry = { name: 'Frankfurt', settings: target.settings, credentialsFile, active: true }
    const organizations = [{ slug: 'globex', name: 'Globex Bank', storageBindings: [entry] }]
    for (const text of [JSON.stringify(pairs.file), `{"secretAccessKey": "${pairs.file.secretAccessKey}`]) {
      await writeFile(credentialsFile, text, { mode: 0o600 })
      await provision(p.system.services, sections, { organizations }).catch(error => collectedTexts.push(String(error)))
    }
    await rm(credentialsFile)
  })

  test('of a Vault wrap keys, expire, and are rejected', async () => {
    await using vault = await startVault()
    vault.rotate('probata')
    vault.allow(tokens.taken)
    const settings = { kind: 'vault-transit', address: vault.address, mount: 'transit', keyName: 'probata' }
    for (const vaultToken of [tokens.refused, tokens.taken])
      await ask('POST', '/storage-key-provider', { ...settings, token: vaultToken })
    assert.equal((await upload()).status, 201)
    vault.revoke(tokens.taken)
    p.clock.advance(10 * minute)
    await renew()
    await p.system.runJob('check-storage-key-providers')
    assert.equal((await upload()).status, 503)
    vault.allow(tokens.taken)
    p.clock.advance(minute)
    await ask('POST', '/storage-key-provider', { kind: 'local' })
    assert.equal((await upload()).status, 201)
  })

  test('appear in no table, file, log, response, export, event, metric or document', async () => {
    p.clock.advance(day)
    await renew()
    const { key } = await p.system.services.dataKeys.current(
      String(
        (await p.sql(`select organization_id from storage_binding where id = $1`, [bindingId]))[0]?.organization_id,
      ),
    )
    const secrets = {
      ...plantedSecrets,
      'data key': key.toString('hex'),
      'data key, in base64': key.toString('base64'),
    }
    await p.system.securityLog?.ship()
    for (const path of [
      '/security-events/export',
      '/security-events/export?format=ocsf',
      '/security-events?limit=200',
      '/audit?limit=200',
      '/storage-bindings',
      `/storage-bindings/${bindingId}/probe-runs?limit=200`,
      `/storage-bindings/${bindingId}/deviations`,
      '/storage-migrations',
      '/storage-key-provider',
      '/storage-keys',
      '/storage/scrub',
      '/jobs',
      '/jobs/scrub-stored-files/runs',
      '/license',
    ]) {
      const { status, text } = await ask('GET', path)
      assert.equal(status, 200, `${path}: ${text}`)
    }
    for (const path of ['/metrics', '/api/openapi.json', '/api/workspace/openapi.json', '/api/health/ready'])
      assert.equal((await client.call('GET', path, {})).status, 200, path)

    const texts: Record<string, string> = { 'the log': logged, 'an answer': collectedTexts.join('\n') }
    const tables = await p.sql(`select quote_ident(relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'm')`)
    for (const { name } of tables) {
      const rows = await p.sql(`select t::text as row from ${name} t`)
      texts[`the table ${name}`] = rows.map(({ row }) => String(row)).join('\n')
    }
    for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) texts[`the file ${entry.name}`] = await readFile(join(entry.parentPath, entry.name), 'latin1')
    assert.ok(tables.length > 60 && logged.includes('security_event') && collectedTexts.length > 200)
    assert.match(texts['the file security.jsonl'] ?? '', /storageOperationsValidationFailed/)
    assert.deepEqual(search(secrets, texts), [])
    const findings = search({ event: 'storageOperationsValidationFailed' }, texts)
    for (const source of ['the log', 'an answer', 'the file security.jsonl'])
      assert.ok(findings.includes(`event in ${source}`))
  })
})
