import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, second } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'

let probata: Probata
let cookie: string
before(async () => {
  probata = await boot()
  cookie = await probata.signIn('admin@acme.example')
})
after(() => probata[Symbol.asyncDispose]())

const reason = 'Needed for the invitation test'
const list = '/api/workspace/people/invitations'
const pathOf = (id: string) => `/api/workspace/invitations/${id}`
const newPassword = 'a password of my own'

const admin = (method: string, path: string, body?: object, key?: string) =>
  probata.call(method, path, { cookie, ...(body && { body: { reason, ...body } }), ...(key && { key }) })

const tokenOf = (url: string): string => url.split('#')[1] ?? ''

const preview = (token: string) => probata.call('POST', '/api/workspace/invitations/look', { body: { token } })

const accept = (token: string, overrides: object = {}) =>
  probata.call('POST', '/api/workspace/invitations/accept', { body: { token, password: newPassword, ...overrides } })

const signIn = (email: string, text: string) =>
  probata.call('POST', '/api/workspace/session', { body: { email, password: text } })

const invite = async (email: string, overrides: object = {}) => {
  const { status, body, text } = await admin('POST', list, { email, name: 'Newcomer', role: 'reviewer', ...overrides })
  assert.equal(status, 201, text)
  return { invitation: body.invitation, url: body.url, token: tokenOf(body.url) }
}

const personId = async (email: string): Promise<string> => {
  const [row] = await probata.sql('select subject_id as id from login_name where name = $1', [email])
  return String(row?.id)
}

const trail = async (resourceId: string) => {
  const rows = await probata.sql('select record from audit_event where resource_id = $1 order by id', [resourceId])
  return rows.map(({ record }) => JSON.parse(String(record)))
}

test('a person who opens the link chooses a password, once, and is signed in', async () => {
  const { invitation, url, token } = await invite(' First@Acme.example ')
  assert.ok(url.startsWith(`${probata.url}/invitation#`))
  const { status, mailed, purpose, email } = invitation
  assert.deepEqual([status, mailed, purpose, email], ['pending', false, 'invitation', 'first@acme.example'])
  assert.equal(Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt), 7 * day)
  assert.deepEqual((await preview(token)).body, {
    organization: { name: 'acme Bank' },
    email,
    name: 'Newcomer',
    role: 'reviewer',
    purpose,
    expiresAt: invitation.expiresAt,
  })

  assert.equal((await accept(token, { password: 'too short' })).status, 400)
  const responses = await Promise.all([accept(token, { name: 'Myself' }), accept(token), accept(token)])
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 401, 401])
  const acceptance = responses.find(({ status }) => status === 201)
  assert.deepEqual([acceptance?.body.person.role, acceptance?.body.signedInWith], ['reviewer', 'invitation'])
  const session = acceptance?.headers.get('set-cookie')?.split(';')[0] ?? ''
  assert.equal((await probata.call('GET', '/api/workspace/session', { cookie: session })).status, 200)
  assert.equal((await signIn('first@acme.example', newPassword)).status, 200)

  const { body } = await admin('GET', list)
  const invitationRow = body.invitations.find(({ id }: { id: string }) => id === invitation.id)
  assert.deepEqual([invitationRow.status, invitationRow.personId], ['accepted', acceptance?.body.person.id])
  const actions = (await trail(invitation.id)).map(({ action, outcome }) => `${action} ${outcome}`)
  assert.ok(actions.includes('invitation.create done') && actions.includes('invitation.accept done'), actions.join())
})

test('a used, revoked, replaced, expired or unknown link returns the reason and does not work', async () => {
  const used = await invite('used@acme.example')
  assert.equal((await accept(used.token)).status, 201)
  const revoked = await invite('revoked@acme.example')
  const path = pathOf(revoked.invitation.id)
  assert.equal((await admin('DELETE', path, {})).status, 204)
  assert.equal((await admin('DELETE', path, {})).status, 422)
  const replaced = await invite('twice@acme.example')
  const latest = await invite('twice@acme.example')
  const expired = await invite('expired@acme.example')
  const unknown = `${used.token.slice(0, 27)}${'A'.repeat(43)}`
  const otherWorkspace = `${'0'.repeat(26)}_${'A'.repeat(43)}`
  probata.clock.advance(7 * day + second)
  cookie = await probata.signIn('admin@acme.example')

  const links: readonly (readonly [token: string, link: string, message: RegExp])[] = [
    [used.token, 'used', /already used; sign in/],
    [revoked.token, 'revoked', /was revoked or replaced by a later one/],
    [replaced.token, 'revoked', /was revoked or replaced by a later one/],
    [latest.token, 'expired', /has expired/],
    [expired.token, 'expired', /has expired/],
    ...[unknown, otherWorkspace, 'x'].map(token => [token, 'unknown', /is unknown/] as const),
  ]
  for (const [token, link, message] of links)
    for (const { status, headers, body } of [await preview(token), await accept(token)]) {
      assert.deepEqual([status, body.link, headers.get('set-cookie')], [401, link, null])
      assert.match(body.message, message)
    }
  await probata.system.services.refusals.flush()
  const refusals = (await trail(expired.invitation.id)).filter(({ outcome }) => outcome === 'refused')
  // They share one row, or two rows if a new second starts between them.
  assert.equal(
    refusals.flatMap(({ detail }) => detail?.split(', ')).filter(kind => /expired$/.test(kind ?? '')).length,
    2,
  )
  const { body } = await admin('GET', `${list}?limit=200`)
  const statusOf = (id: string) => body.invitations.find((listed: { id: string }) => listed.id === id).status
  assert.deepEqual(
    [used, revoked, replaced, latest, expired].map(({ invitation }) => statusOf(invitation.id)),
    ['accepted', 'revoked', 'revoked', 'expired', 'expired'],
  )
})

test('an address that exists in the workspace is rejected, even if it was added after the invitation', async () => {
  const person = { name: 'Taken', role: 'auditor' }
  assert.equal((await admin('POST', list, { email: 'auditor@acme.example', ...person })).status, 409)
  const { token } = await invite('late@acme.example')
  assert.equal(
    (await admin('POST', '/api/workspace/people', { email: 'late@acme.example', password, ...person })).status,
    201,
  )
  const { status, headers } = await accept(token)
  assert.deepEqual([status, headers.get('set-cookie')], [409, null])
})

test('the link is shown once and stored nowhere', async () => {
  const body = { email: 'once@acme.example', name: 'Once', role: 'auditor' }
  const first = await admin('POST', list, body, 'invitation-1')
  const repeat = await admin('POST', list, body, 'invitation-1')
  assert.deepEqual(
    [repeat.status, repeat.headers.get('idempotency-replayed'), repeat.body.url],
    [201, 'true', undefined],
  )
  const token = tokenOf(first.body.url)
  const tables = await probata.sql(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  for (const { name } of tables) {
    const rows = await probata.sql(`select 1 from ${name} t where t::text like '%' || $1 || '%'`, [token])
    assert.equal(rows.length, 0, String(name))
  }
})

test('only an administrator of the workspace can list or create links', async () => {
  const { invitation } = await invite('private@acme.example')
  const reset = `/api/workspace/people/${await personId('auditor@acme.example')}/password-reset`
  const requests: [string, string, object?][] = [
    ['GET', list],
    ['POST', list, { reason, email: 'a@b.example', name: 'A', role: 'admin' }],
    ['DELETE', pathOf(invitation.id), { reason }],
    ['POST', reset, { reason }],
  ]
  const reviewer = await probata.signIn('reviewer@acme.example')
  const stranger = await probata.signIn('admin@globex.example')
  for (const [method, path, body] of requests) {
    assert.equal((await probata.call(method, path, { cookie: reviewer, ...(body && { body }) })).status, 403, path)
  }
  for (const [method, path, body] of requests.slice(2))
    assert.equal((await probata.call(method, path, { cookie: stranger, ...(body && { body }) })).status, 404, path)
  const otherList = await probata.call('GET', list, { cookie: stranger })
  assert.deepEqual(otherList.body.invitations, [])
})

test('a password reset ends all sessions and keeps the second factor', async () => {
  const email = 'contributor@acme.example'
  const earlier = await probata.signIn(email)
  const path = `/api/workspace/people/${await personId(email)}/password-reset`
  const { status, body } = await admin('POST', path, {})
  assert.equal(status, 201)
  assert.equal(Date.parse(body.invitation.expiresAt) - Date.parse(body.invitation.createdAt), day)
  assert.equal((await signIn(email, password)).status, 200)
  const acceptance = await accept(tokenOf(body.url))
  assert.deepEqual([acceptance.status, acceptance.body.person.email], [201, email])
  assert.equal((await probata.call('GET', '/api/workspace/session', { cookie: earlier })).status, 401)
  assert.deepEqual([(await signIn(email, password)).status, (await signIn(email, newPassword)).status], [401, 200])

  const repeat = await admin('POST', path, {})
  await probata.sql(`update person set record = replace(record, '"secondFactor":"none"', '"secondFactor":"totp"')
    where id = '${await personId(email)}'`)
  const withCode = await accept(tokenOf(repeat.body.url), { password: 'another password' })
  assert.deepEqual([withCode.status, withCode.body], [200, { secondFactor: 'totp' }])
  assert.equal(withCode.headers.get('set-cookie'), null)
})

test('a disabled person cannot use a link that was created before', async () => {
  const email = 'second.reviewer@acme.example'
  const path = `/api/workspace/people/${await personId(email)}`
  const { body } = await admin('POST', `${path}/password-reset`, {})
  assert.equal((await admin('PATCH', path, { disabled: true })).status, 200)
  const response = await accept(tokenOf(body.url))
  assert.deepEqual([response.status, response.body.link], [401, 'revoked'])
  assert.equal((await admin('POST', `${path}/password-reset`, {})).status, 422)
})

test('guesses are limited like attempts to sign in', async () => {
  await using limited = await boot()
  const statuses = new Set<number>()
  for (let i = 0; i < 110; i++) {
    const body = { token: 'x' }
    statuses.add((await limited.call('POST', '/api/workspace/invitations/look', { body })).status)
  }
  assert.deepEqual([...statuses], [401, 429])
})
