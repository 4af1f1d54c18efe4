import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { ProvisionError } from '#api/provision.ts'
import { sha256Hex } from '#lib/hash.ts'
import { createLog } from '#lib/log.ts'
import { readConfig } from '#src/config.ts'
import { provision, readProvisioning } from '#src/features/provisioning/provision.ts'
import { sections } from '#src/features.ts'
import { start } from '#src/system.ts'
import { testMasterKey } from '#test/environment.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { boot, type Probata } from '#test/system.ts'

const scopes = ['governance.evidence:read', 'governance.evidence:write']

const rita = { email: 'Rita@acme.example', name: 'Rita Reviewer', password: 'a long password', role: 'reviewer' }
const scanner = { name: 'scanner', clientId: 'acme-scanner', clientSecret: 'secret-of-the-scanner', scopes }
const backup = { requirementKey: 'BKP-01', title: 'Nightly backup', description: 'Restored.', validityDays: 30 }
const acme = {
  slug: 'acme',
  name: 'Acme Bank',
  users: [rita, { email: 'ada@acme.example', name: 'Ada Admin', role: 'admin' }],
  serviceAccounts: [scanner, { name: 'reader', clientId: 'acme-reader', scopes, disabled: true }],
  evidenceRequirements: [backup],
}
const beta = { slug: 'beta', name: 'Beta' }
const file = (...organizations: object[]) => ({ organizations })

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

/** Everything that provisioning writes, to tell that nothing of it changed. */
const state = async (): Promise<string> => {
  const rows = tables.map(table => probata.sql(`select t::text as row from ${table} t order by 1`))
  const outbox = probata.sql("select type, body::json->>'data' as data from outbox_event order by id")
  const trail = probata.sql(`select record from audit_event where actor_id = 'provisioning' order by id`)
  return JSON.stringify(await Promise.all([...rows, outbox, trail]))
}

/** Compared by digest: a difference of the whole text would not be readable. */
const isUnchanged = async (was: string) => assert.equal(sha256Hex(await state()), sha256Hex(was), 'something changed')

const rejects = async (content: string | object, message: string | RegExp) => {
  const was = await state()
  await assert.rejects(apply(content), { name: ProvisionError.name, message })
  await isUnchanged(was)
}

describe('applying', () => {
  let generated: Record<string, string>
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
    generated = Object.fromEntries(secrets.map(({ name, secret }) => [name, secret]))
  })

  test('given and generated secrets open the workspace', async () => {
    assert.equal((await signIn('rita@acme.example', rita.password)).status, 200)
    const [, token = ''] = generated['ada@acme.example']?.split('/invitation#') ?? []
    const chosen = { token, password: 'what Ada chose herself' }
    assert.equal((await probata.call('POST', '/api/workspace/invitations/accept', { body: chosen })).status, 201)
    assert.equal((await signIn('ada@acme.example', chosen.password)).status, 200)
    assert.equal((await takeToken('acme-reader', generated['acme-reader'] ?? '')).status, 401, 'it is disabled')
    const { body } = await takeToken('acme-scanner', scanner.clientSecret)
    const path = '/api/v1/governance/evidence/requirements'
    const { requirements } = (await probata.call('GET', path, { token: body.access_token })).body
    const [{ id, createdAt, updatedAt, ...requirement }] = requirements
    assert.deepEqual(requirement, {
      requirementKey: 'BKP-01',
      title: 'Nightly backup',
      description: 'Restored.',
      status: 'active',
      subjectModuleKey: null,
      subjectResourceType: null,
    })
  })

  test('the same file again, as text, changes nothing at all', async () => {
    const was = await state()
    probata.clock.advance(60_000)
    const again = await apply(JSON.stringify(file(acme, beta)))
    assert.deepEqual(again, { secrets: [], counts: { created: 0, updated: 0, unchanged: 7 } })
    await isUnchanged(was)
  })

  test('what a file leaves out stays as it is', async () => {
    const was = await state()
    await apply(file({ slug: 'acme', name: 'Acme Bank', serviceAccounts: [{ ...scanner, clientSecret: undefined }] }))
    await apply(file())
    await isUnchanged(was)
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
    for (const secret of [rita.password, scanner.clientSecret, ...Object.values(generated)])
      assert.equal(dump.includes(secret), false)
  })
})

describe('changing', () => {
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

  test('names and roles', async () => {
    const { counts } = await reapply({ name: 'Changed', users: [{ ...user, name: 'Rita R.', role: 'auditor' }] })
    assert.equal(counts.updated, 2)
    const { body } = await signIn('rita@changing.example', rita.password)
    assert.deepEqual([body.person.name, body.person.role], ['Rita R.', 'auditor'])
  })

  test('a password, which ends the sessions', async () => {
    const { headers } = await signIn('rita@changing.example', rita.password)
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    assert.equal((await probata.call('GET', '/api/workspace/session', { cookie })).status, 200)
    await reapply({ users: [{ ...user, password: 'another password' }] })
    assert.equal((await probata.call('GET', '/api/workspace/session', { cookie })).status, 401)
    assert.equal((await signIn('rita@changing.example', rita.password)).status, 401)
    assert.equal((await signIn('rita@changing.example', 'another password')).status, 200)
  })

  test('a secret, which revokes the tokens', async () => {
    const token = await tokenOf()
    assert.equal((await probata.call('GET', claims, { token })).status, 200)
    await reapply({ serviceAccounts: [{ ...account, clientSecret: 'another-secret-of-it' }] })
    assert.equal((await probata.call('GET', claims, { token })).status, 401)
    assert.equal((await takeToken('changing', scanner.clientSecret)).status, 401)
    assert.equal((await takeToken('changing', 'another-secret-of-it')).status, 200)
  })

  test('scopes and the disabled state', async () => {
    const token = await tokenOf()
    await reapply({ serviceAccounts: [{ ...account, scopes: ['governance.findings:read'] }] })
    assert.equal((await probata.call('GET', claims, { token })).body.error, 'forbidden_scope')
    await reapply({ serviceAccounts: [{ ...account, disabled: true }] })
    assert.equal((await probata.call('GET', claims, { token })).body.error, 'forbidden_resource')
    await reapply({ serviceAccounts: [{ ...account, disabled: false }] })
    assert.equal((await probata.call('GET', claims, { token })).status, 401)
  })

  test('a requirement along its transitions', async () => {
    const statusIs = async (status: string, validityDays: number) => {
      const [row] = await probata.sql(
        `select r.status, r.validity_days, r.record::json->>'status' as shown from evidence_requirement r
          join organization o on o.id = r.organization_id where o.slug = 'changing'`,
      )
      assert.deepEqual({ ...row }, { status, validity_days: validityDays, shown: status })
    }
    await statusIs('active', 30)
    await reapply({ evidenceRequirements: [{ ...requirement, status: 'retired', validityDays: 31 }] })
    await statusIs('retired', 31)
    await rejects(
      file({ slug: 'changing', name: 'Other', evidenceRequirements: [{ ...requirement, status: 'draft' }] }),
      'organizations[0].evidenceRequirements[0].status cannot become draft: the requirement is retired',
    )
    await reapply({ evidenceRequirements: [{ ...requirement, status: 'active' }] })
    await statusIs('active', 30)
  })
})

test('a mistake that only the transaction finds undoes everything before it', async () => {
  const gamma = { slug: 'gamma', name: 'Gamma' }
  await apply(file(acme))
  await rejects(
    file(
      { ...acme, users: [rita] },
      { ...beta, users: [{ ...rita, email: ' RITA@acme.example', password: 'another one' }] },
    ),
    'organizations[1].users[0].password is not that of organizations[0].users[0], which has the same address',
  )
  await rejects(
    file(gamma, { ...beta, users: [{ ...rita, email: 'b@beta.example', password: 'with\ttabulator' }] }),
    'organizations[1].users[0].password must be text without control characters',
  )
  await rejects(
    file({ ...gamma, serviceAccounts: [scanner] }),
    'organizations[0].serviceAccounts[0].clientId belongs to another organization',
  )
})

test('two processes at once make one of each', async () => {
  const content = file({
    slug: 'twice',
    name: 'Twice',
    users: [{ email: 'one@twice.example', name: 'One', role: 'admin' }],
    serviceAccounts: [{ name: 'one', clientId: 'twice-one', scopes }],
    evidenceRequirements: [backup],
  })
  const applied = await Promise.all(Array.from({ length: 4 }, () => apply(content)))
  assert.equal(applied.flatMap(({ secrets }) => secrets).length, 2)
  assert.equal(
    applied.reduce((sum, { counts }) => sum + counts.created, 0),
    4,
  )
})

const roi = {
  requirementKey: 'DORA-ROI',
  title: 'Register of information',
  submissionKind: 'register_filing',
  policy: { receiptsRequired: 2, requireReview: true },
  packages: [
    { packageKey: 'ROI-2026', title: '2026 register', dueAt: '2026-12-31T00:00:00Z' },
    { packageKey: 'ROI-2027', title: '2027 register', dueAt: '2027-12-31T00:00:00Z' },
  ],
}

describe('submission requirements with packages', () => {
  const submitting = (...entries: object[]) => file({ slug: 'filer', name: 'Filer', submissionRequirements: entries })

  const rowsOf = async (table: string) => {
    const rows = await probata.sql(
      `select t.record::json as record, to_jsonb(t) - 'record' as columns from ${table} t
         join organization o on o.id = t.organization_id where o.slug = 'filer' order by t.id`,
    )
    return rows.map(({ record, columns }) => ({ ...Object(columns), ...Object(record) }))
  }

  before(async () => {
    const { counts } = await apply(submitting(roi))
    assert.deepEqual(counts, { created: 2, updated: 0, unchanged: 0 })
  })

  test('are created active, with their policy; each package is a draft whose creation is recorded and announced', async () => {
    const [requirement, ...others] = await rowsOf('submission_requirement')
    assert.deepEqual(others, [])
    const { status, receipts_required, require_review, require_approval } = requirement
    assert.deepEqual([status, receipts_required, require_review, require_approval], ['active', 2, true, false])
    const packages = await rowsOf('submission_package')
    assert.deepEqual(
      packages.map(({ packageKey, status, dueAt }) => [packageKey, status, dueAt]),
      [
        ['ROI-2026', 'draft', '2026-12-31T00:00:00.000Z'],
        ['ROI-2027', 'draft', '2027-12-31T00:00:00.000Z'],
      ],
    )
    const events = await rowsOf('submission_event')
    assert.deepEqual(
      events.map(({ submissionPackageId, eventKind, reason }) => [submissionPackageId, eventKind, reason]),
      packages.map(({ id }) => [id, 'created', 'provisioning file']),
    )
    const emitted = await probata.sql(`select 1 from outbox_event where type = 'submission.package.event_recorded'`)
    assert.equal(emitted.length, 2)
  })

  const everything = async () => {
    const parts = ['submission_requirement', 'submission_package', 'submission_event'].map(rowsOf)
    const trail = await probata.sql(
      `select count(*) from audit_event where organization_id = (select id from organization where slug = 'filer')`,
    )
    return JSON.stringify([await Promise.all(parts), trail])
  }

  test('the same again changes nothing, nor does what is left out', async () => {
    const was = await everything()
    probata.clock.advance(60_000)
    const { policy: _, packages: __, ...bare } = roi
    for (const entry of [roi, bare, { ...bare, packages: [] }, { ...bare, policy: {} }]) {
      const { counts } = await apply(submitting(entry))
      assert.deepEqual(counts, { created: 0, updated: 0, unchanged: 2 })
    }
    assert.equal(await everything(), was)
  })

  test('changes are taken over: a flag alone, a title, a due date, one package more', async () => {
    const [first, second] = roi.packages
    const changes = [
      { ...roi, policy: { requireApproval: true } },
      { ...roi, title: 'Register of ICT contracts' },
      { ...roi, packages: [{ ...first, dueAt: '2027-01-31T00:00:00Z' }, second] },
      { ...roi, packages: [{ packageKey: 'ROI-2028', title: '2028 register', dueAt: '2028-12-31T00:00:00Z' }] },
    ]
    for (const entry of changes) assert.equal((await apply(submitting(entry))).counts.updated, 1, JSON.stringify(entry))
    const [requirement] = await rowsOf('submission_requirement')
    const { receipts_required, require_review, require_approval } = requirement
    assert.deepEqual([receipts_required, require_review, require_approval], [2, true, true])
    const packages = await rowsOf('submission_package')
    assert.deepEqual(
      packages.map(({ packageKey, dueAt }) => `${packageKey} ${dueAt.slice(0, 10)}`),
      ['ROI-2026 2027-01-31', 'ROI-2027 2027-12-31', 'ROI-2028 2028-12-31'],
      'packages that a file leaves out stay as they are',
    )
  })

  test('a mistake names its path, and nothing is changed', async () => {
    const was = await everything()
    const at = 'organizations[0].submissionRequirements[0]'
    const [first, second] = roi.packages
    const mistakes: [object, string | RegExp][] = [
      [{ ...roi, packages: [first, second, first] }, `${at}.packages[2].packageKey is the same as in packages[0]`],
      [{ ...roi, packages: [{ ...first, dueAt: undefined }] }, `${at}.packages[0].dueAt is required`],
      [{ ...roi, packages: [{ ...first, dueAt: null }] }, /packages\[0\]\.dueAt must be a text/],
      [{ ...roi, status: 'draft' }, `${at}.status cannot become draft: the requirement is active`],
      [
        { ...roi, requirementKey: 'NEW', status: 'draft', packages: [first] },
        `${at}.packages[0] cannot be created: the requirement is draft, packages need an active one`,
      ],
      [
        { ...roi, status: 'retired', packages: [{ ...first, packageKey: 'ROI-2029' }] },
        `${at}.packages[0] cannot be created: the requirement is retired, packages need an active one`,
      ],
    ]
    for (const [entry, message] of mistakes)
      await assert.rejects(apply(submitting(entry)), { name: ProvisionError.name, message })
    assert.equal(await everything(), was)
  })

  test('a package that is closed stays as it is', async () => {
    const close = `update submission_package set status = 'closed', record = replace(record, '"draft"', '"closed"')
      where package_key = 'ROI-2026'`
    await probata.sql(close)
    const [first] = roi.packages
    const { counts } = await apply(submitting({ ...roi, packages: [{ ...first, title: 'Another' }] }))
    assert.deepEqual(counts, { created: 0, updated: 0, unchanged: 2 })
  })
})

test('at start the file is applied, and what is shown once is announced: generated secrets and the setup link', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-provision-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'provision.json')
  await writeFile(path, JSON.stringify(file({ ...acme, users: [rita] })))
  await using database = await createTestDatabase()
  const env = { PORT: '0', PROBATA_DATA_DIR: folder, PROBATA_MASTER_KEY: testMasterKey, PROBATA_PROVISION: path }
  const announced: Readonly<Record<string, string>>[] = []
  await using system = await start({
    config: readConfig(env),
    log: createLog({ level: 'silent' }),
    connection: database.connection,
    announce: line => announced.push(line),
  })
  const [secret, setup, ...rest] = announced
  assert.deepEqual([secret?.event, secret?.kind, secret?.name], ['secret', 'clientSecret', 'acme-reader'])
  assert.equal(setup?.event, 'setup')
  assert.ok(setup?.url?.startsWith(`${system.url}/setup#`))
  assert.deepEqual(rest, [])
  const missing = join(folder, 'none.json')
  await assert.rejects(readProvisioning(sections, missing), {
    message: `The provisioning file ${missing} does not exist`,
  })
})
