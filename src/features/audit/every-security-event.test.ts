import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import type { Services } from '#http/call.ts'
import { job } from '#jobs/job.ts'
import { newBlobKey } from '#lib/blob-store.ts'
import { day, hour, minute, second } from '#lib/clock.ts'
import type { SecurityEvent } from '#shared/security-event.ts'
import { type SecurityEventType, securityEventCatalogue, securityEventTypes } from '#shared/security-event-catalogue.ts'
import { clientSecret, password, workspace } from '#test/fixture.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { freePort } from '#test/free-port.ts'
import { raiseLedgerEvents } from '#test/ledger/raise-events.ts'
import { createIssuer } from '#test/license.ts'
import { createNewcomers, type Newcomers } from '#test/newcomers.ts'
import { openPath, prover, textFile } from '#test/proof.ts'
import { raiseAccessEvents } from '#test/raise-access-events.ts'
import { raiseFactorEvents } from '#test/raise-factor-events.ts'
import { raiseJobEvents } from '#test/raise-job-events.ts'
import { raiseLicenseEvents } from '#test/raise-license-events.ts'
import { raiseMalwareEvents } from '#test/receivers/raise-malware-events.ts'
import { type Scanner, startScanner } from '#test/receivers/scanner.ts'
import { setProvider } from '#test/second-administrator.ts'
import { search } from '#test/secret-search.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { flipBit } from '#test/storage/damage.ts'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import { migrationsOf } from '#test/storage/migrations.ts'
import { boot, type Probata } from '#test/system.ts'
import { startVault, type Vault } from '#test/vault.ts'

const quotedText = 'said-by-a-provider-or-a-person'
const vaultToken = 'hvs.a-token-of-a-test'
const provision = {
  organizations: workspace.organizations.map(entry => ({ ...entry, operator: entry.slug === 'acme' })),
}

describe('every type of security event', { concurrency: false }, () => {
  const resources = new AsyncDisposableStack()
  const issuer = resources.use(createIssuer())
  let p: Probata
  let people: Newcomers
  let bucket: MemoryS3
  let target: MemoryS3
  let vault: Vault
  let forger: ForgingProvider
  let scanner: Scanner
  let token: string
  let cookie: string
  let acme: string
  let bindingId: string
  let targetId: string
  let work: () => Promise<number> = async () => 1

  const configurableJob = job<Services>({
    name: 'odd',
    description: 'Runs the work that the test sets.',
    schedule: '0 0 * * * *',
    expected: 5 * second,
    run: () => work(),
  })

  before(async () => {
    const parent = await mkdtemp(join(tmpdir(), 'probata-every-event-'))
    resources.defer(() => rm(parent, { recursive: true }))
    bucket = resources.use(await startMemoryS3())
    target = resources.use(await startMemoryS3())
    vault = resources.use(await startVault())
    forger = resources.use(await startForgingProvider())
    scanner = resources.use(await startScanner())
    const port = await freePort()
    const env = {
      ...issuer.env,
      PROBATA_MALWARE_SCANNER: scanner.address,
      PROBATA_STORAGE_ALLOW: '127.0.0.0/8',
      PROBATA_OIDC_ALLOW: '127.0.0.0/8',
      // Passkeys need a host name.
      PORT: String(port),
      PROBATA_URL: `http://localhost:${port}`,
      PROBATA_SECURITY_LOG: `file:${join(parent, 'not mounted', 'events.jsonl')}`,
    }
    p = resources.use(await boot({ env, provision, jobs: [configurableJob] }))
    for (const store of [bucket, target]) store.clock = p.clock
    people = createNewcomers(p)
    acme = String((await p.sql(`select id from organization where slug = 'acme'`))[0]?.id)
    await renew()
  })
  after(() => resources.disposeAsync())

  const bindings = bindingsOf({ call: (...args) => p.call(...args) }, () => cookie)
  const migrations = migrationsOf({ call: (...args) => p.call(...args) }, () => cookie)
  const client = prover({ call: (...args) => p.call(...args) }, () => token)

  const renew = async () => {
    cookie = await people.administrator()
    token = await p.token('acme-scanner')
  }
  const advanceBy = async (ms: number) => {
    p.clock.advance(ms)
    await renew()
  }
  const ask = async (method: string, path: string, body: object = {}) => {
    const response = await p.call(method, `/api/workspace${path}`, { cookie, body: { reason: quotedText, ...body } })
    assert.ok(response.status < 300, response.text)
    return response.body
  }
  const run = (name: string) => ask('POST', `/jobs/${name}/run`)
  const denial = { status: 403, body: `<Error><Code>AccessDenied</Code><Message>${quotedText}</Message></Error>` }
  const whileIntercepted = async (store: MemoryS3, response: object, request: () => Promise<unknown>) => {
    store.intercept = () => ({ status: 500, ...response })
    await request()
    store.intercept = () => undefined
  }
  /** Attaches a new file and finds its object in the bucket. */
  const attach = async () => {
    const knownKeys = new Set(bucket.objects.keys())
    const { claimId, artifactId } = await client.attach(
      await client.newClaim(),
      textFile(quotedText, `${quotedText}.txt`),
    )
    const key = [...bucket.objects.keys()].find(entry => !knownKeys.has(entry)) ?? ''
    return { key, open: () => p.call('GET', openPath(claimId, artifactId), { token }) }
  }
  const damage = (key: string) => {
    const object = bucket.objects.get(key) ?? assert.fail(key)
    object.bytes = flipBit(Buffer.from(object.bytes))
  }
  /** Prepares a bundle of everything while a file in it is damaged. */
  const exportDamaged = async (spoil: (key: string) => unknown) => {
    const { key } = await attach()
    const intactObject = { ...(bucket.objects.get(key) ?? assert.fail(key)) }
    spoil(key)
    await ask('POST', '/exports', { scope: { kind: 'everything' } })
    for (const job of ['seal-ledger', 'prepare-exports']) await run(job)
    bucket.objects.set(key, intactObject)
  }
  const migrate = () => ask('POST', '/storage-migrations', { sourceId: bindingId, targetId, mode: 'copy' })
  const identityProvider = { issuer: '', clientId: 'client', clientSecret, name: quotedText, createPeople: false }

  /** The steps that raise each type, in an order in which each type leads to the next. */
  const raise: Readonly<Record<SecurityEventType, (t: TestContext) => Promise<unknown>>> = {
    ...raiseLicenseEvents({ p: () => p, issuer, run, forbiddenText: quotedText }),
    async jobMissed() {
      await advanceBy(3 * hour)
      await p.system.worker.runDue()
    },
    fourEyesWeakened: () => ask('PATCH', '/settings', { selfDecision: true }),
    administratorAdded: () =>
      ask('POST', '/people', { email: `${quotedText}@acme.example`, name: quotedText, role: 'admin', password }),
    ...raiseFactorEvents({ p: () => p, people: () => people, ask: (...args) => ask(...args) }),
    async signInLocked() {
      const { email } = await people.newcomer()
      for (let i = 0; i < 12; i++) await people.signIn(email, undefined, quotedText)
      await advanceBy(11 * minute)
    },
    async identityProviderChanged() {
      const settings = { ...identityProvider, issuer: forger.issuer, defaultRole: 'auditor', emailDomains: [] }
      await setProvider(p, await people.administrator(), settings)
    },
    ...raiseAccessEvents({ p: () => p, ask, people: () => people, issuer: () => forger }),
    async storageOperationsValidationFailed() {
      bindingId = (await bindings.done(bindings.create(bucket, { name: quotedText }), 201)).id
      await whileIntercepted(bucket, denial, () => bindings.act(bindingId, 'validate'))
    },
    storageOperationsActivationFailed: () => bindings.act(bindingId, 'activate'),
    async storageOperationsCredentialsReplaced() {
      await bindings.done(bindings.act(bindingId, 'validate'))
      await bindings.done(bindings.act(bindingId, 'activate'))
      const credentials = { accessKeyId: 'AKIANEXTNEXT', secretAccessKey: 'the next secret of a test' }
      bucket.accept(credentials)
      await bindings.done(bindings.act(bindingId, 'credentials', { credentials }))
    },
    async masterKeyUnreadableValues() {
      await p.sql(
        'update identity_provider set client_secret = (select credentials from storage_binding where id = $1)',
        [bindingId],
      )
      await run('check-sealed-values')
    },
    storageOperationsActiveBindingUnavailable: () =>
      whileIntercepted(bucket, {}, () => run('storage-active-binding-posture-sweep')),
    async storageOperationsActiveBindingRestored() {
      await advanceBy(11 * minute)
      await run('storage-active-binding-posture-sweep')
    },
    async storageOperationsPostureDrift() {
      bucket.intercept = (method, _key, _query, { authorization }) =>
        method === 'GET' && authorization === undefined ? { status: 200, body: quotedText } : undefined
      await run('storage-active-binding-posture-sweep')
      bucket.intercept = () => undefined
    },
    async storageOperationsMigrationFailed() {
      await attach()
      targetId = (await bindings.done(bindings.create(target), 201)).id
      await bindings.done(bindings.act(targetId, 'validate'))
      const { id } = await migrate()
      await whileIntercepted(target, denial, migrations.run)
      await migrations.done(migrations.act(id, 'cancel'))
    },
    async storageOperationsMigrationCompleted() {
      await migrate()
      await migrations.run()
    },
    ...raiseMalwareEvents({ scanner: () => scanner, client, forbiddenText: quotedText }),
    exportBlobAltered: () => exportDamaged(damage),
    exportBlobMissing: () => exportDamaged(key => bucket.objects.delete(key)),
    async storageOperationsDigestMismatch() {
      const { key, open } = await attach()
      damage(key)
      assert.equal((await open()).status, 503)
    },
    async storageOperationsObjectMissing() {
      const { key, open } = await attach()
      bucket.objects.delete(key)
      assert.equal((await open()).status, 503)
    },
    async storageOperationsCopyRepaired() {
      const { key } = await attach()
      await migrate()
      await migrations.run()
      damage(key)
      await advanceBy(40 * day)
      await run('scrub-stored-files')
      await advanceBy(11 * minute)
      await run('scrub-stored-files')
    },
    async storageOperationsOrphansFound() {
      const folder = [...bucket.objects.keys()][0]?.split('/').slice(0, -2).join('/')
      const key = newBlobKey()
      bucket.objects.set(`${folder}/${key.slice(0, 2)}/${key}`, { bytes: Buffer.from(quotedText), at: new Date(0) })
      await run('sweep-stored-orphans')
    },
    async storageOperationsKeyUnavailable() {
      vault.rotate('probata')
      vault.allow(vaultToken)
      const address = { address: vault.address, mount: 'transit', keyName: 'probata' }
      await ask('POST', '/storage-key-provider', { kind: 'vault-transit', ...address, token: vaultToken })
      vault.revoke(vaultToken)
      await advanceBy(6 * minute)
      await run('check-storage-key-providers')
    },
    ...raiseJobEvents({
      p: () => p,
      run,
      newcomer: () => people.newcomer(),
      forbiddenText: quotedText,
      doing: next => {
        work = next
      },
    }),
    ...raiseLedgerEvents({ p: () => p, ask, run, organization: () => acme, forbiddenText: quotedText }),
    async securityEventExportBehind() {
      await advanceBy(6 * minute)
      await assert.rejects(async () => p.system.securityLog?.ship())
    },
  }

  const findEvents = (type: SecurityEventType) => p.sql('select from security_event where type = $1', [type])

  for (const [type, raiseType] of Object.entries(raise) as [SecurityEventType, (t: TestContext) => Promise<unknown>][])
    test(`${type} is raised, and administrators see it`, async t => {
      assert.deepEqual(await findEvents(type), [])
      await raiseType(t)
      const { status, body, text } = await p.call('GET', `/api/workspace/security-events?type=${type}`, { cookie })
      assert.equal(status, 200, text)
      const events: readonly SecurityEvent[] = body.securityEvents
      assert.ok(events.length > 0)
      const { severity, reason, scope } = securityEventCatalogue[type]
      for (const event of events) {
        assert.deepEqual([event.severity, event.reason], [severity, reason])
        assert.equal(event.organizationId, scope === 'install' ? 'install' : acme)
        assert.ok(Object.keys(event.context).length > 0)
      }
    })

  test('every type was raised, and no event contains a secret, an address or quoted text', async () => {
    const rows = await p.sql('select type, s::text as row from security_event s')
    assert.deepEqual([...new Set(rows.map(({ type }) => String(type)))].toSorted(), securityEventTypes.toSorted())
    const { endpoint, bucket: bucketName } = bucket.settings
    const planted = {
      said: quotedText,
      clientSecret,
      password,
      vaultToken,
      endpoint,
      bucketName,
      'host of the identity provider': forger.issuer,
      'key of the bucket': bucket.credentials.accessKeyId,
      'secret of the bucket': bucket.credentials.secretAccessKey,
      'next secret of the bucket': 'the next secret of a test',
      'address of a person': 'newcomer-1@acme.example',
      'folder of the sink': 'not mounted/events.jsonl',
    }
    assert.deepEqual(search(planted, { 'a row': rows.map(({ row }) => String(row)).join('\n') }), [])
  })
})
