import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { startMailServer } from '#test/mail-server.ts'
import { createRooms } from '#test/rooms.ts'
import { boot } from '#test/system.ts'
import { until } from '#test/until.ts'

const reason = 'Needed for the test of mail'

const roomOf = async (p: Awaited<ReturnType<typeof boot>>) => {
  const rooms = await createRooms(p)
  const { id } = await rooms.external()
  await rooms.open(id)
  const expiresAt = iso(p.clock.now() + 30 * day)
  const path = `/api/workspace/assessments/${id}/room/guests`
  const invite = async (headers: Record<string, string> = {}) =>
    p.call('POST', path, {
      ...(await rooms.client.signedIn('admin')),
      headers,
      body: { reason, name: 'Gerda\nGuest', email: 'gerda@audit.example', expiresAt },
    })
  const guests = async () => (await rooms.client.get('admin', `/assessments/${id}/room/guests`)).guests
  return { id, rooms, invite, guests }
}

test('a link is mailed once, after it was stored, and the audit trail records it', async () => {
  await using server = await startMailServer()
  await using p = await boot({ env: { SMTP_URL: server.url } })
  const { rooms, invite, guests } = await roomOf(p)
  const { status, body } = await invite({ 'idempotency-key': 'one-invitation-of-gerda' })
  assert.deepEqual([status, body.guest.mailed, body.url], [201, true, undefined])
  const again = await invite({ 'idempotency-key': 'one-invitation-of-gerda' })
  assert.deepEqual([again.status, again.body.guest.id, again.body.url], [201, body.guest.id, undefined])
  assert.equal(server.received.length, 1)
  const [{ to, text } = { to: [], text: '' }] = server.received
  assert.deepEqual(to, ['gerda@audit.example'])
  assert.match(text, /Hello Gerda Guest,/)
  assert.equal((await rooms.enter(/\/room#(\S+)/.exec(text)?.[1] ?? '')).status, 201)
  assert.deepEqual(
    (await guests()).map(({ mailed }: { mailed: boolean }) => mailed),
    [true],
  )
  const { auditEvents } = await rooms.client.get('admin', `/audit?resourceId=${body.guest.id}&action=room.guest.mail`)
  assert.equal(auditEvents.length, 1)
})

test('a mail server that does not respond does not block people in the room; the link is shown instead', async () => {
  const server = await startMailServer({ answer: 'hang' })
  await using p = await boot({ env: { SMTP_URL: server.url } })
  const { id, rooms, invite, guests } = await roomOf(p)
  const invited = invite()
  await until('a guest', async () => (await guests()).length === 1)
  await rooms.must('admin', 200, 'POST', `/assessments/${id}/room/refresh`)
  await server[Symbol.asyncDispose]()
  const { status, body } = await invited
  assert.deepEqual([status, body.guest.mailed], [201, false])
  assert.equal((await rooms.enter(String(body.url).split('#')[1] ?? '')).status, 201)
})
