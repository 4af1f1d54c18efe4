import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'

let p: Probata

before(async () => {
  p = await boot()
})
after(() => p[Symbol.asyncDispose]())

const signIn = (email: string, password: string) =>
  p.call('POST', '/api/workspace/session', { body: { email, password: password } })
const cookieOf = ({ headers }: Awaited<ReturnType<typeof signIn>>): string =>
  headers.getSetCookie().join().split(';')[0] ?? ''
const requestFeed = (cookie: string) =>
  p.call('POST', '/api/workspace/calendar-feeds', { cookie, body: { name: 'mine', reason: 'calendar test' } })
const createFeed = async (cookie: string) => {
  const { status, body, text } = await requestFeed(cookie)
  assert.equal(status, 201, text)
  return { id: body.calendarFeed.id, path: new URL(body.address).pathname }
}

test('a person has at most twenty feeds, even if many are created at once', async () => {
  const cookie = await p.signIn('auditor@acme.example')
  const responses = await Promise.all(Array.from({ length: 25 }, () => requestFeed(cookie)))
  const statuses = responses.map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [...Array(20).fill(201), ...Array(5).fill(422)])
  const rejection = responses.find(({ status }) => status === 422)
  assert.equal(rejection?.body.message, 'You already have 20 calendar feeds; revoke one first.')
  const feedToRevoke = responses.find(({ status }) => status === 201)
  const id = feedToRevoke?.body.calendarFeed.id
  const revoked = await p.call('DELETE', `/api/workspace/calendar-feeds/${id}`, {
    cookie,
    body: { reason: 'no longer used' },
  })
  assert.equal(revoked.status, 204)
  assert.equal((await requestFeed(cookie)).status, 201)
  assert.equal((await requestFeed(await p.signIn('second.reviewer@acme.example'))).status, 201, 'of another person')
})

test('changing a password, by link or by the person, revokes their feeds', async () => {
  const email = 'second.reviewer@acme.example'
  const people = createWorkspaceClient(p)
  const otherFeed = await createFeed(await p.signIn('reviewer@acme.example'))
  const [first, next] = ['a password from a link', 'a password that I chose myself']
  const feed = await createFeed(await p.signIn(email))
  const { 'second.reviewer': id } = await people.people()
  const { body } = await people.ask('admin', 'POST', `/people/${id}/password-reset`)
  assert.equal((await p.call('GET', feed.path)).status, 200)
  const token = body.url.split('#')[1]
  const acceptance = await p.call('POST', '/api/workspace/invitations/accept', { body: { token, password: first } })
  assert.equal(acceptance.status, 201, acceptance.text)
  assert.equal((await p.call('GET', feed.path)).status, 404)

  const cookie = cookieOf(await signIn(email, first))
  const laterFeed = await createFeed(cookie)
  const change = { cookie, body: { currentPassword: first, newPassword: next } }
  assert.equal((await p.call('POST', '/api/workspace/account/password', change)).status, 204)
  assert.equal((await p.call('GET', laterFeed.path)).status, 404)
  assert.equal((await p.call('GET', otherFeed.path)).status, 200, 'of another person')
  const { auditEvents } = await people.get('admin', '/audit?action=calendar_feed.revoke&limit=3')
  const revocations = auditEvents.map(({ resourceId, actorId, detail }: Record<string, string>) => [
    resourceId,
    actorId,
    detail,
  ])
  assert.deepEqual(revocations.slice(0, 2), [
    [laterFeed.id, id, 'a new password'],
    [feed.id, id, 'a new password'],
  ])
})

test('guessing feed URLs is rate-limited per client address, and does not block owners of a feed', async () => {
  const { path } = await createFeed(await p.signIn('contributor@acme.example'))
  const guessedPath = path.replace(/.(?=\.ics$)/, last => (last === 'A' ? 'B' : 'A'))
  const statuses = []
  for (let i = 0; i < 101; i++) statuses.push((await p.call('GET', guessedPath)).status)
  // These requests follow the previous test, which requested revoked feeds from the same address.
  assert.deepEqual([statuses[0], statuses.at(-1), new Set(statuses).size], [404, 429, 2])
  for (let i = 0; i < 60; i++) assert.equal((await p.call('GET', path)).status, 200)
  const { status, headers } = await p.call('GET', path)
  assert.deepEqual([status, Number(headers.get('retry-after')) > 0], [429, true])
})
