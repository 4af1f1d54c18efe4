import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let probata: Probata
let client: WorkspaceClient
before(async () => {
  probata = await boot()
  client = createWorkspaceClient(probata)
})
after(() => probata[Symbol.asyncDispose]())

const accounts = '/service-accounts'
const people = '/people'

const signIn = (email: string, text = password) =>
  probata.call('POST', '/api/workspace/session', { body: { email, password: text } })

const idOf = async (role: string) => (await client.people())[role] ?? ''

/** Creates a person without a password, and returns the token of the link in the response. */
const create = async (email: string) => {
  const response = await client.ask('admin', 'POST', people, { email, name: 'New', role: 'auditor' })
  assert.equal(response.status, 201)
  return { id: String(response.body.person.id), token: String(response.body.url).split('#')[1] ?? '' }
}
const accept = (token: string) =>
  probata.call('POST', '/api/workspace/invitations/accept', { body: { token, password } })

test('a person without a password can only use their link, once within a day, to choose one', async () => {
  const { token } = await create('linked@acme.example')
  assert.equal((await signIn('linked@acme.example', '')).status, 400)
  assert.equal((await signIn('linked@acme.example')).status, 401)
  assert.equal((await accept(token)).status, 201)
  assert.equal((await accept(token)).status, 401)
  assert.equal((await signIn('linked@acme.example')).status, 200)
  const late = await create('late@acme.example')
  probata.clock.advance(day)
  assert.equal((await accept(late.token)).status, 401)
})

test('disabling a person ends their session', async () => {
  const { id, token } = await create('New@acme.example')
  const cookie = (await accept(token)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
  assert.equal((await probata.call('GET', `/api/workspace${people}`, { cookie })).status, 200)
  const path = `${people}/${id}`
  assert.equal((await client.ask('admin', 'PATCH', path, { disabled: true })).body.status, 'disabled')
  assert.equal((await probata.call('GET', `/api/workspace${people}`, { cookie })).status, 401)
  assert.equal((await signIn('new@acme.example')).status, 401)
  assert.equal((await client.ask('admin', 'PATCH', path, { disabled: false })).body.status, 'active')
  assert.equal((await signIn('new@acme.example')).status, 200)
  const duplicate = await client.ask('admin', 'POST', people, {
    email: 'new@ACME.example',
    name: 'Twice',
    role: 'auditor',
  })
  assert.equal(duplicate.status, 409)
})

test('a password must have at least 15 characters', async () => {
  const response = await client.ask('admin', 'POST', people, {
    email: 'a@b.c',
    name: 'A',
    role: 'auditor',
    password: '14 characters.',
  })
  assert.deepEqual([response.status, response.body.issues[0].path], [400, ['password']])
})

test('a changed role takes effect at once', async () => {
  const path = `${people}/${await idOf('contributor')}`
  assert.equal((await client.ask('contributor', 'GET', accounts)).status, 403)
  await client.ask('admin', 'PATCH', path, { role: 'admin' })
  assert.equal((await client.ask('contributor', 'GET', accounts)).status, 200)
  await client.ask('admin', 'PATCH', path, { role: 'contributor' })
  assert.equal((await client.ask('contributor', 'GET', accounts)).status, 403)
})

test("the last administrator remains, even if two administrators revoke each other's role at once", async () => {
  const first = `${people}/${await idOf('admin')}`
  for (const change of [{ role: 'auditor' }, { disabled: true }])
    assert.equal((await client.ask('admin', 'PATCH', first, change)).status, 422)
  const second = `${people}/${await idOf('contributor')}`
  await client.ask('admin', 'PATCH', second, { role: 'admin' })
  const both = [
    client.ask('admin', 'PATCH', second, { role: 'auditor' }),
    client.ask('contributor', 'PATCH', first, { role: 'auditor' }),
  ]
  const statuses = (await Promise.all(both)).map(({ status }) => status)
  assert.equal(statuses.filter(status => status === 200).length, 1, String(statuses))
  const [row] = await probata.sql(
    `select count(*)::int as administrators from person p join organization o on o.id = p.organization_id
      where o.slug = 'acme' and p.role = 'admin'`,
  )
  assert.equal(row?.administrators, 1)
})
