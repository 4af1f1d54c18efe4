import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { roomCookie, sessionCookie } from '#http/identify.ts'
import { type Operation, operationsOf } from '#http/operation.ts'
import { endpoints } from '#src/features.ts'
import { createRooms, type Guest, type Rooms } from './rooms.ts'
import { boot, type Probata } from './system.ts'

let p: Probata
let rooms: Rooms

before(async () => {
  p = await boot()
  rooms = await createRooms(p)
})
after(() => p[Symbol.asyncDispose]())

const protectedOperations = operationsOf(endpoints).filter(({ access }) => access !== 'public')
const urlPathOf = ({ path }: Operation) => path.replaceAll(/\{\w+\}/g, 'some_id')

/** Bypasses the response check, because no operation documents the 404 for a caller of another surface. */
const statusOf = async (operation: Operation, headers: Record<string, string>): Promise<number> => {
  const isRead = operation.method === 'GET'
  const body = isRead ? {} : { body: '{}', headers: { ...headers, 'content-type': 'application/json' } }
  const response = await fetch(p.url + urlPathOf(operation), { method: operation.method, headers, ...body })
  await response.body?.cancel()
  return response.status
}

const guestIn = async (): Promise<Guest & { readonly assessmentId: string; readonly claimId: string }> => {
  const { id, claimId } = await rooms.external()
  await rooms.open(id)
  return { ...(await rooms.invite(id)), assessmentId: id, claimId }
}

const titlesByStatus = async (
  operations: readonly Operation[],
  headers: Record<string, string>,
): Promise<Map<number, string[]>> => {
  const statuses = await Promise.all(
    operations.map(async operation => ({
      status: await statusOf(operation, headers),
      title: `${operation.method} ${operation.path}`,
    })),
  )
  return new Map(
    [...Map.groupBy(statuses, ({ status }) => status)].map(([status, all]) => [status, all.map(({ title }) => title)]),
  )
}

test("with a guest's session, every operation of service accounts and people is a 404", async () => {
  const { cookie } = await guestIn()
  const otherOperations = protectedOperations.filter(({ surface }) => surface !== 'room' && surface !== 'scim')
  assert.ok(otherOperations.length > 200)
  assert.deepEqual([...(await titlesByStatus(otherOperations, { cookie })).keys()], [404])
  // Identity providers authenticate with a token, so their surface ignores cookies.
  const scimOperations = protectedOperations.filter(({ surface }) => surface === 'scim')
  assert.deepEqual([...(await titlesByStatus(scimOperations, { cookie })).keys()], [401])
})

test("with a person's session or a token, every operation of guests is a 404; without either, a 401", async () => {
  const roomOperations = protectedOperations.filter(({ surface }) => surface === 'room')
  assert.ok(roomOperations.length >= 9)
  for (const role of ['admin', 'reviewer', 'contributor', 'auditor'])
    assert.deepEqual([...(await titlesByStatus(roomOperations, await rooms.client.signedIn(role))).keys()], [404], role)
  const authorization = `Bearer ${await p.token('acme-scanner')}`
  assert.deepEqual([...(await titlesByStatus(roomOperations, { authorization })).keys()], [404])
  assert.deepEqual([...(await titlesByStatus(roomOperations, {})).keys()], [401])
})

test("the text of a guest session does not work as a person's session or as a token", async () => {
  const { cookie } = await guestIn()
  const text = cookie.split('=')[1] ?? ''
  const workspaceOperations = protectedOperations.filter(({ surface }) => surface === 'workspace').slice(0, 20)
  assert.deepEqual(
    [...(await titlesByStatus(workspaceOperations, { cookie: `${sessionCookie.names.http}=${text}` })).keys()],
    [401],
  )
  const machines = protectedOperations.filter(({ surface }) => surface === 'v1').slice(0, 20)
  assert.deepEqual([...(await titlesByStatus(machines, { authorization: `Bearer ${text}` })).keys()], [401])
  const { cookie: admin } = await rooms.client.signedIn('admin')
  const roomOperations = protectedOperations.filter(({ surface }) => surface === 'room')
  const personSessionAsGuest = `${roomCookie.names.http}=${admin.split('=')[1]}`
  assert.deepEqual([...(await titlesByStatus(roomOperations, { cookie: personSessionAsGuest })).keys()], [401])
})

test('a guest of one assessment finds nothing of another', async () => {
  const [guest, other] = [await guestIn(), await guestIn()]
  const { item } = await other.must(200, 'POST', `/items/${other.claimId}/open`)
  const { artifactId } = item.claim.attachments[0]
  const entry = await other.must(201, 'POST', '/entries', { kind: 'comment', text: 'Only for our own eyes.' })
  await guest.must(404, 'POST', `/items/${other.claimId}/open`)
  await guest.must(404, 'POST', `/claims/${other.claimId}/mark`, { mark: 'accepted' })
  await guest.must(404, 'POST', '/entries', { itemId: other.claimId, kind: 'comment', text: 'What is this?' })
  await guest.must(404, 'GET', `/files/open?${new URLSearchParams({ claimId: other.claimId, artifactId })}`)
  for (const path of ['/entries', `/entries?itemId=${other.claimId}`, '/items?kind=claim', '/scope']) {
    const { text, status } = await guest.ask('GET', path)
    assert.equal(status, 200)
    for (const secret of [entry.id, other.claimId, other.id, other.assessmentId]) assert.ok(!text.includes(secret))
  }
})

test('a page of one room is rejected after its browser has entered another room', async () => {
  const [guest, other] = [await guestIn(), await guestIn()]
  const { status, body } = await p.call('GET', '/api/room/scope', {
    cookie: other.cookie,
    headers: { 'probata-person': guest.id },
  })
  assert.deepEqual([status, body.session], [403, 'changed'])
})

test('a change from another site is rejected with any cookie', async () => {
  const { cookie } = await guestIn()
  const response = await p.call('POST', '/api/room/leave', { cookie, headers: { 'sec-fetch-site': 'cross-site' } })
  assert.equal(response.status, 403)
})
