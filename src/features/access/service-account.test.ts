import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { clientSecret } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'

let probata: Probata
let cookie: string
before(async () => {
  probata = await boot()
  cookie = await probata.signIn('admin@acme.example')
})
after(() => probata[Symbol.asyncDispose]())

const claims = '/api/v1/governance/evidence/claims'
const accounts = '/api/workspace/service-accounts'
const scopes = ['governance.evidence:read', 'governance.evidence:write']
const reason = 'Needed for the access test'

const asAdmin = (method: string, path: string, body?: object) =>
  probata.call(method, path, { cookie, ...(body && { body: { reason, ...body } }) })

const requestToken = (clientId: string, secret = clientSecret) =>
  probata.call('POST', '/api/v1/auth/token', {
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: secret },
  })

const accountId = async (clientId: string): Promise<string> => {
  const { body } = await asAdmin('GET', accounts)
  return body.serviceAccounts.find((account: { clientId: string }) => account.clientId === clientId).id
}

const findAuditRows = async (action: string) => {
  const rows = await probata.sql('select record from audit_event where action = $1 order by id', [action])
  return rows.map(row => JSON.parse(String(row.record)))
}

const statusWith = async (token: string): Promise<number> => (await probata.call('GET', claims, { token })).status

test('a disabled account gets 403 at once; after it is enabled again, its old tokens get 401', async () => {
  const name = 'acme-scanner'
  const token = await probata.token(name)
  const path = `${accounts}/${await accountId(name)}`
  assert.equal(await statusWith(token), 200)
  assert.equal((await asAdmin('POST', `${path}/disable`, {})).body.status, 'disabled')
  const response = await probata.call('GET', claims, { token })
  assert.deepEqual([response.status, response.body.error], [403, 'forbidden_resource'])
  assert.equal((await requestToken(name)).status, 401)
  assert.equal((await asAdmin('POST', `${path}/disable`, {})).status, 422)
  assert.equal((await asAdmin('POST', `${path}/enable`, {})).body.status, 'active')
  assert.equal(await statusWith(token), 401)
  assert.equal(await statusWith(await probata.token(name)), 200)
})

test('rotating a secret voids the old secret and its tokens at once', async () => {
  const name = 'acme-second'
  const token = await probata.token(name)
  assert.equal(await statusWith(token), 200)
  const { status, body } = await asAdmin('POST', `${accounts}/${await accountId(name)}/rotate-secret`, {})
  assert.equal(status, 200)
  assert.equal(await statusWith(token), 401)
  assert.equal((await requestToken(name)).status, 401)
  assert.equal((await requestToken(name, body.clientSecret)).status, 200)
})

test('removing scopes applies to issued tokens', async () => {
  const name = 'acme-reader'
  const token = await probata.token(name)
  assert.equal(await statusWith(token), 200)
  const path = `${accounts}/${await accountId(name)}`
  const change = await asAdmin('PATCH', path, { scopes: ['governance.findings:read'], name: 'Narrowed' })
  assert.deepEqual([change.body.name, change.body.scopes], ['Narrowed', ['governance.findings:read']])
  const { lastUsedAt, etag: _, ...stored } = (await asAdmin('GET', path)).body
  assert.deepEqual(stored, change.body)
  assert.ok(lastUsedAt)
  assert.equal(await statusWith(token), 403)
})

test('a client id is unique', async () => {
  const first = await asAdmin('POST', accounts, { name: 'First', clientId: 'acme_first', scopes })
  assert.equal(first.status, 201)
  assert.equal((await requestToken('acme_first', first.body.clientSecret)).status, 200)
  const duplicate = await asAdmin('POST', accounts, { name: 'Other', clientId: 'acme_first', scopes })
  assert.deepEqual([duplicate.status, duplicate.body.error], [409, 'conflict'])
})

test('every change is audited with its reason and digests', async () => {
  for (const action of ['create', 'update', 'disable', 'enable', 'rotate_secret']) {
    const row = (await findAuditRows(`service_account.${action}`)).findLast(
      ({ actorKind, outcome }) => actorKind === 'person' && outcome === 'done',
    )
    assert.equal(row.reason, reason, action)
    assert.match(row.afterDigest, /^[0-9a-f]{64}$/)
  }
})

const invalidBodies: { name: string; body: object; path: string }[] = [
  { name: 'an unknown scope', body: { name: 'x', scopes: ['everything'] }, path: 'scopes.0' },
  { name: 'no scope', body: { name: 'x', scopes: [] }, path: 'scopes' },
  { name: 'a client id with other characters', body: { name: 'x', scopes, clientId: 'a b' }, path: 'clientId' },
  { name: 'a chosen secret', body: { name: 'x', scopes, clientSecret }, path: 'clientSecret' },
  { name: 'a short reason', body: { name: 'x', scopes, reason: 'short' }, path: 'reason' },
]
for (const { name, body, path } of invalidBodies) {
  test(`${name} is rejected with a 400 that names ${path}`, async () => {
    const response = await asAdmin('POST', accounts, body)
    assert.equal(response.status, 400)
    assert.equal(response.body.issues[0].path.join('.'), path)
  })
}

test('the list and the details show when an account last requested a token', async () => {
  const { body } = await asAdmin('GET', accounts)
  const portal = body.serviceAccounts.find((account: { clientId: string }) => account.clientId === 'acme-portal')
  assert.equal(portal.lastUsedAt, null)
  const before = probata.clock.now()
  await probata.token('acme-portal')
  const { lastUsedAt } = (await asAdmin('GET', `${accounts}/${portal.id}`)).body
  assert.ok(Date.parse(lastUsedAt) >= before && Date.parse(lastUsedAt) <= probata.clock.now(), lastUsedAt)
})
