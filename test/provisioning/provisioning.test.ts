import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sha256Hex } from '#lib/hash.ts'
import { ProvisionError } from '#shared/provision.ts'
import { provision } from '#src/features/provisioning/provision.ts'
import { sections } from '#src/features.ts'
import { recordOf } from '#test/record-text.ts'
import { boot, type Probata } from '#test/system.ts'
import { acme, backup, beta, file, rita, scanner, scopes } from './files.ts'

let probata: Probata
before(async () => {
  probata = await boot({ provision: null })
})
after(() => probata[Symbol.asyncDispose]())

const apply = (content: string | object) => provision(probata.system.services, sections, content)

const takeToken = (clientId: string, clientSecret: string) =>
  probata.call('POST', '/api/v1/auth/token', {
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  })

const signIn = (email: string, password: string) =>
  probata.call('POST', '/api/workspace/session', { body: { email, password } })

const tables = ['organization', 'login_name', 'person', 'service_account', 'evidence_requirement']

/** Returns everything that provisioning writes, so that tests can check that nothing has changed. */
const state = async (): Promise<string> => {
  const rows = tables.map(table => probata.sql(`select t::text as row from ${table} t order by 1`))
  const outbox = probata.sql("select type, body::json->>'data' as data from outbox_event order by id")
  const auditRows = probata.sql(`select record from audit_event where actor_id = 'provisioning' order by id`)
  return JSON.stringify(await Promise.all([...rows, outbox, auditRows]))
}

/** Compares digests, because a diff of the whole state would be unreadable. */
const assertUnchanged = async (stateBefore: string) =>
  assert.equal(sha256Hex(await state()), sha256Hex(stateBefore), 'something changed')

const assertRejected = async (content: string | object, message: string | RegExp) => {
  const stateBefore = await state()
  await assert.rejects(apply(content), { name: ProvisionError.name, message })
  await assertUnchanged(stateBefore)
}

describe('applying a provisioning file', () => {
  let generatedSecrets: Record<string, string>
  before(async () => {
    const { secrets, counts } = await apply(file(acme, beta))
    assert.deepEqual(counts, { created: 7, updated: 0, unchanged: 0 })
    assert.deepEqual(
      secrets.map(({ path, kind, name }) => [path, kind, name]),
      [
        ['organizations[0].users[1]', 'link', 'ada@acme.example'],
        ['organizations[0].serviceAccounts[1]', 'clientSecret', 'acme-reader'],
      ],
    )
    generatedSecrets = Object.fromEntries(secrets.map(({ name, secret }) => [name, secret]))
  })

  test('configured and generated secrets grant access to the workspace', async () => {
    assert.equal((await signIn('rita@acme.example', rita.password)).status, 200)
    const [, token = ''] = generatedSecrets['ada@acme.example']?.split('/invitation#') ?? []
    const acceptance = { token, password: 'what Ada chose herself' }
    assert.equal((await probata.call('POST', '/api/workspace/invitations/accept', { body: acceptance })).status, 201)
    assert.equal((await signIn('ada@acme.example', acceptance.password)).status, 200)
    assert.equal(
      (await takeToken('acme-reader', generatedSecrets['acme-reader'] ?? '')).status,
      401,
      'the account is disabled',
    )
    const { body } = await takeToken('acme-scanner', scanner.clientSecret)
    const path = '/api/v1/governance/evidence/requirements'
    const { requirements } = (await probata.call('GET', path, { token: body.access_token })).body
    const [{ id, createdAt, updatedAt, ...requirement }] = recordOf(requirements)
    assert.deepEqual(requirement, {
      requirementKey: 'BKP-01',
      title: 'Nightly backup',
      description: 'Restored.',
      status: 'active',
      subjectModuleKey: null,
      subjectResourceType: null,
    })
  })

  test('applying the same file again, as text, changes nothing at all', async () => {
    const stateBefore = await state()
    probata.clock.advance(60_000)
    const repeat = await apply(JSON.stringify(file(acme, beta)))
    assert.deepEqual(repeat, { secrets: [], counts: { created: 0, updated: 0, unchanged: 7 } })
    await assertUnchanged(stateBefore)
  })

  test('fields that a file omits stay unchanged', async () => {
    const stateBefore = await state()
    await apply(file({ slug: 'acme', name: 'Acme Bank', serviceAccounts: [{ ...scanner, clientSecret: undefined }] }))
    await apply(file())
    await assertUnchanged(stateBefore)
  })

  test('each change is audited with its reason, and a requirement emits its event', async () => {
    const rows = await probata.sql(`select record from audit_event where actor_id = 'provisioning' order by id`)
    const events = rows.map(({ record }) => JSON.parse(String(record)))
    assert.deepEqual(
      [...new Set(events.map(({ reason, actorKind }) => `${actorKind}: ${reason}`))],
      ['system: provisioning file'],
    )
    for (const action of ['organization', 'person', 'service_account', 'evidence.requirement'])
      assert.ok(
        events.some(event => event.action === `${action}.create`),
        action,
      )
    const outbox = await probata.sql("select type, body::json->>'data' as data from outbox_event")
    assert.deepEqual(
      outbox.map(({ type }) => type),
      ['evidence.requirement.created'],
    )
    assert.equal(JSON.parse(String(outbox[0]?.data)).evidenceRequirement.requirementKey, 'BKP-01')
  })

  test('no secret is stored as text', async () => {
    const dump = await state()
    for (const secret of [rita.password, scanner.clientSecret, ...Object.values(generatedSecrets)])
      assert.equal(dump.includes(secret), false)
  })
})

describe('changing a provisioning file', () => {
  const organization = {
    slug: 'changing',
    name: 'Changing',
    users: [{ ...rita, email: 'rita@changing.example' }],
    serviceAccounts: [{ ...scanner, clientId: 'changing' }],
    evidenceRequirements: [backup],
  }
  const [user, account, requirement] = [organization.users[0], organization.serviceAccounts[0], backup]
  const claims = '/api/v1/governance/evidence/claims'
  beforeEach(() => apply(file(organization)))

  const tokenOf = async () => (await takeToken('changing', scanner.clientSecret)).body.access_token
  const reapply = (changes: object) => apply(file({ slug: 'changing', name: 'Changing', ...changes }))

  test('names and roles change', async () => {
    const { counts } = await reapply({ name: 'Changed', users: [{ ...user, name: 'Rita R.', role: 'auditor' }] })
    assert.equal(counts.updated, 2)
    const { body } = await signIn('rita@changing.example', rita.password)
    assert.deepEqual([body.person.name, body.person.role], ['Rita R.', 'auditor'])
  })

  test('a new password ends the sessions', async () => {
    const { headers } = await signIn('rita@changing.example', rita.password)
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    assert.equal((await probata.call('GET', '/api/workspace/session', { cookie })).status, 200)
    await reapply({ users: [{ ...user, password: 'another password' }] })
    assert.equal((await probata.call('GET', '/api/workspace/session', { cookie })).status, 401)
    assert.equal((await signIn('rita@changing.example', rita.password)).status, 401)
    assert.equal((await signIn('rita@changing.example', 'another password')).status, 200)
  })

  test('a new secret revokes the tokens', async () => {
    const token = await tokenOf()
    assert.equal((await probata.call('GET', claims, { token })).status, 200)
    await reapply({ serviceAccounts: [{ ...account, clientSecret: 'another-secret-of-it' }] })
    assert.equal((await probata.call('GET', claims, { token })).status, 401)
    assert.equal((await takeToken('changing', scanner.clientSecret)).status, 401)
    assert.equal((await takeToken('changing', 'another-secret-of-it')).status, 200)
  })

  test('scopes and the disabled state change', async () => {
    const token = await tokenOf()
    await reapply({ serviceAccounts: [{ ...account, scopes: ['governance.findings:read'] }] })
    assert.equal((await probata.call('GET', claims, { token })).body.error, 'forbidden_scope')
    await reapply({ serviceAccounts: [{ ...account, disabled: true }] })
    assert.equal((await probata.call('GET', claims, { token })).body.error, 'forbidden_resource')
    await reapply({ serviceAccounts: [{ ...account, disabled: false }] })
    assert.equal((await probata.call('GET', claims, { token })).status, 401)
  })

  test('the finding sources of an account change, and stay unchanged if a file omits them', async () => {
    const limited = { ...account, scopes: ['governance.findings:write'], findingSources: ['zap'] }
    const scan = async (sourceModuleKey: string) => {
      const body = { sourceModuleKey, isComplete: false, findings: [], reason: 'the scan of the night' }
      const token = await tokenOf()
      return (await probata.call('POST', '/api/v1/governance/findings/scan-results', { token, body })).status
    }
    assert.equal((await reapply({ serviceAccounts: [limited] })).counts.updated, 1)
    assert.equal((await reapply({ serviceAccounts: [limited] })).counts.updated, 0)
    const { findingSources: _, ...withoutSources } = limited
    await reapply({ serviceAccounts: [{ ...withoutSources, name: 'Renamed' }] })
    assert.deepEqual([await scan('zap'), await scan('other')], [200, 403])
  })

  test('a file changes the status of a requirement along its transitions', async () => {
    const assertStatus = async (status: string, validityDays: number) => {
      const [row] = await probata.sql(
        `select r.status, r.validity_days, r.record::json->>'status' as shown from evidence_requirement r
          join organization o on o.id = r.organization_id where o.slug = 'changing'`,
      )
      assert.deepEqual({ ...row }, { status, validity_days: validityDays, shown: status })
    }
    await assertStatus('active', 30)
    await reapply({ evidenceRequirements: [{ ...requirement, status: 'retired', validityDays: 31 }] })
    await assertStatus('retired', 31)
    await assertRejected(
      file({ slug: 'changing', name: 'Other', evidenceRequirements: [{ ...requirement, status: 'draft' }] }),
      'organizations[0].evidenceRequirements[0].status cannot become draft: the requirement is retired',
    )
    await reapply({ evidenceRequirements: [{ ...requirement, status: 'active' }] })
    await assertStatus('active', 30)
  })

  test("the retention of a requirement's files changes", async () => {
    const years = async () =>
      (
        await probata.sql(
          `select r.retention_years as years from evidence_requirement r join organization o on o.id = r.organization_id
            where o.slug = 'changing'`,
        )
      )[0]?.years
    for (const retentionYears of [7, 10, null]) {
      await reapply({ evidenceRequirements: [{ ...requirement, retentionYears }] })
      assert.equal(await years(), retentionYears)
      await reapply({ evidenceRequirements: [requirement] })
      assert.equal(await years(), retentionYears, 'an omitted field stays')
    }
    const details = await probata.sql(
      `select record::json->>'detail' as detail from audit_event where record::json->>'detail' like 'retentionYears%' order by id`,
    )
    assert.deepEqual(
      details.map(({ detail }) => detail),
      ['retentionYears none → 7', 'retentionYears 7 → 10', 'retentionYears 10 → none'],
    )
  })
})

test('an error inside the transaction undoes everything before it', async () => {
  const gamma = { slug: 'gamma', name: 'Gamma' }
  await apply(file(acme))
  await assertRejected(
    file(
      { ...acme, users: [rita] },
      { ...beta, users: [{ ...rita, email: ' RITA@acme.example', password: 'another one' }] },
    ),
    'organizations[1].users[0].password differs from that of organizations[0].users[0], which has the same address',
  )
  await assertRejected(
    file(gamma, { ...beta, users: [{ ...rita, email: 'b@beta.example', password: 'with\ttabulator' }] }),
    'organizations[1].users[0].password must be text without control characters',
  )
  await assertRejected(
    file({ ...gamma, serviceAccounts: [scanner] }),
    'organizations[0].serviceAccounts[0].clientId belongs to another organization',
  )
})

test('two concurrent processes create one of each', async () => {
  const content = file({
    slug: 'twice',
    name: 'Twice',
    users: [{ email: 'one@twice.example', name: 'One', role: 'admin' }],
    serviceAccounts: [{ name: 'one', clientId: 'twice-one', scopes }],
    evidenceRequirements: [backup],
  })
  const results = await Promise.all(Array.from({ length: 4 }, () => apply(content)))
  assert.equal(results.flatMap(({ secrets }) => secrets).length, 2)
  assert.equal(
    results.reduce((sum, { counts }) => sum + counts.created, 0),
    4,
  )
})

test('a person whom the file makes an administrator no longer belongs to a unit', async () => {
  const password = 'a long enough password of units'
  const user = (name: string, role: string) => ({ email: `${name}@units.example`, name, role, password })
  const withRole = (role: string) =>
    apply({
      organizations: [{ slug: 'units', name: 'Units', users: [user('ada', 'admin'), user('carlo', role)] }],
    })
  await withRole('contributor')
  const body = { email: 'ada@units.example', password }
  const signedIn = await probata.call('POST', '/api/workspace/session', { body })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const ask = async (method: string, path: string, body?: object) => {
    const options = body && { body: { ...body, reason: 'to test the units' } }
    return (await probata.call(method, `/api/workspace${path}`, { cookie, ...options })).body
  }
  const { id: unitId } = await ask('POST', '/units', { unitKey: 'treasury', title: 'Treasury' })
  const { people } = await ask('GET', '/people?role=contributor')
  const path = `/people/${people[0].id}`
  assert.deepEqual((await ask('PATCH', path, { unitIds: [unitId] })).unitIds, [unitId])
  await withRole('admin')
  const { role, unitIds } = await ask('GET', path)
  assert.deepEqual([role, unitIds], ['admin', undefined])
})
