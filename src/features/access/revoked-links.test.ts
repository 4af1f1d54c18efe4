import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { createRooms, type Rooms } from '#test/rooms.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, defaultReason, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let rooms: Rooms

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  rooms = await createRooms(p)
})
after(() => p[Symbol.asyncDispose]())

let counter = 0
/** Creates an administrator of acme; `name` is the local part of their address. */
const administrator = async (): Promise<{ readonly name: string; readonly id: string }> => {
  const name = `mallory-${++counter}`
  const body = { email: `${name}@acme.example`, name, role: 'admin', password }
  const response = await client.ask('admin', 'POST', '/people', body)
  assert.equal(response.status, 201, response.text)
  return { name, id: response.body.person.id }
}

interface Link {
  readonly id: string
  readonly token: string
}

const readLink = ({ status, body, text }: Awaited<ReturnType<WorkspaceClient['ask']>>): Link => {
  assert.equal(status, 201, text)
  return { id: body.invitation.id, token: body.url.split('#')[1] }
}

const invite = async (actor: string): Promise<Link> => {
  const body = { email: `invited-${++counter}@acme.example`, name: 'Invited', role: 'admin' }
  return readLink(await client.ask(actor, 'POST', '/people/invitations', body))
}
const reset = async (actor: string, id: string): Promise<Link> =>
  readLink(await client.ask(actor, 'POST', `/people/${id}/password-reset`))

const accept = ({ token }: Link) =>
  p.call('POST', '/api/workspace/invitations/accept', { body: { token, password: 'a password of my own' } })

const change = async (id: string, body: object) => {
  const { status, text } = await client.ask('admin', 'PATCH', `/people/${id}`, { ...body })
  assert.equal(status, 200, text)
}

const revocations = async (id: string) => {
  const rows = await p.sql(`select record from audit_event where resource_id = $1 and action = 'invitation.revoke'`, [
    id,
  ])
  return rows.map(({ record }) => JSON.parse(String(record))).map(({ detail, reason }) => ({ detail, reason }))
}

for (const [how, body] of [
  ['disabled', { disabled: true }],
  ['made a reviewer', { role: 'reviewer' }],
] as const)
  test(`an administrator who is ${how} cannot regain access with a link that they created`, async () => {
    const [mallory, colleague] = [await administrator(), await administrator()]
    const links = [await invite(mallory.name), await reset(mallory.name, colleague.id)]
    const unaffected = await invite('admin')
    await change(mallory.id, { ...body })
    for (const link of links) {
      const response = await accept(link)
      assert.deepEqual([response.status, response.body.link], [401, 'revoked'])
      const detail = 'its maker is no longer an administrator'
      assert.deepEqual(await revocations(link.id), [{ detail, reason: defaultReason }])
    }
    const { invitations } = await client.get('admin', '/people/invitations')
    const statuses = new Map(invitations.map(({ id, status }: { id: string; status: string }) => [id, status]))
    assert.deepEqual(
      [...links, unaffected].map(({ id }) => statuses.get(id)),
      ['revoked', 'revoked', 'pending'],
    )
    assert.equal((await accept(unaffected)).status, 201)
    assert.equal((await p.signIn(`${colleague.name}@acme.example`)).length > 0, true, 'the password is unchanged')
  })

test('a link that was created while its creator was being disabled does not work', async () => {
  const mallory = await administrator()
  const link = await invite(mallory.name)
  const [stored] = await p.sql('select record from invitation where id = $1', [link.id])
  await change(mallory.id, { disabled: true })
  await p.sql(`update invitation set status = 'pending', record = $2 where id = $1`, [link.id, stored?.record])
  const { status, body } = await accept(link)
  assert.deepEqual([status, body.link], [401, 'revoked'])
  await change(mallory.id, { disabled: false })
  assert.equal((await accept(link)).status, 201)
})

test('administrators can list the secrets that a disabled person saw, until they are rotated', async () => {
  const mallory = await administrator()
  const secrets = async () => {
    const { serviceAccounts } = await client.get('admin', `/people/${mallory.id}/secrets`)
    return serviceAccounts.map(({ id }: { id: string }) => id)
  }
  assert.deepEqual(await secrets(), [])
  const account = { name: 'Scanner', scopes: ['governance.evidence:read'] }
  const [own, other] = [
    await client.ask(mallory.name, 'POST', '/service-accounts', account),
    await client.ask('admin', 'POST', '/service-accounts', account),
  ].map(({ body }) => body.serviceAccount.id)
  const rotate = (actor: string, id: string) => client.ask(actor, 'POST', `/service-accounts/${id}/rotate-secret`)
  assert.equal((await rotate(mallory.name, other)).status, 200)
  await change(mallory.id, { disabled: true })
  assert.deepEqual(await secrets(), [other, own])
  for (const id of [own, other]) assert.equal((await rotate('admin', id)).status, 200)
  assert.deepEqual(await secrets(), [])
  const globex = createWorkspaceClient(p, 'globex')
  assert.equal((await globex.ask('admin', 'GET', `/people/${mallory.id}/secrets`)).status, 404)
})

test("disabling a person revokes their guests' links, except for guests who already entered a room", async () => {
  const mallory = await administrator()
  const { id } = await rooms.external()
  await rooms.open(id)
  const guest = async (actor: string) => {
    const body = { name: 'Gerda Guest', email: `gerda-${++counter}@audit.example`, expiresAt: iso(p.clock.now() + day) }
    const invitation = await client.ask(actor, 'POST', `/assessments/${id}/room/guests`, body)
    assert.equal(invitation.status, 201, invitation.text)
    return { id: invitation.body.guest.id, token: invitation.body.url.split('#')[1] }
  }
  const [opened, unopened, another] = [await guest(mallory.name), await guest(mallory.name), await guest('admin')]
  assert.equal((await rooms.enter(opened.token)).status, 201)
  await change(mallory.id, { disabled: true })
  const statuses = []
  for (const { token } of [opened, unopened, another]) statuses.push((await rooms.enter(token)).status)
  assert.deepEqual(statuses, [201, 401, 201])
  const { guests } = await client.get('admin', `/people/${mallory.id}/secrets`)
  assert.deepEqual(
    guests.map((guest: { id: string; assessmentId: string }) => [guest.id, guest.assessmentId]),
    [[opened.id, id]],
  )
})
