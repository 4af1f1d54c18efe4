import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bootWithMail, headerOf } from '#test/sent-notifications.ts'

let s: Awaited<ReturnType<typeof bootWithMail>>
let path: string

const post = (body: string, type: string, to = path) =>
  fetch(s.p.system.url + to, { method: 'POST', headers: { 'content-type': type }, body, redirect: 'manual' })
const form = 'application/x-www-form-urlencoded'
const oneClick = 'List-Unsubscribe=One-Click'

const modeOf = async (kind: string) => {
  const { kinds } = await s.client.get('contributor', '/account/notifications')
  return kinds.find((one: { kind: string }) => one.kind === kind).chosen.mail
}
const reset = async () =>
  s.p.call('PUT', '/api/workspace/account/notifications/assigned', {
    ...(await s.client.signedIn('contributor')),
    body: { bell: null, mail: null },
  })

before(async () => {
  s = await bootWithMail()
  await s.assign('contributor')
  await s.send()
  const [mail = ''] = s.mailsTo('contributor@acme.example')
  path = new URL(headerOf(mail, 'List-Unsubscribe').slice(1, -1)).pathname
})
after(() => s[Symbol.asyncDispose]())

test('opening the link changes nothing, and leads to the page that asks', async () => {
  const response = await fetch(s.p.system.url + path, { redirect: 'manual' })
  assert.equal(response.status, 303)
  assert.match(response.headers.get('location') ?? '', /\/unsubscribe#[\w-]+$/)
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(await modeOf('assigned'), null)
})

test('a mail program unsubscribes with one request, as either kind of form and without a session', async () => {
  const multipart = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`
  const forms = [
    [oneClick, form],
    [multipart, 'multipart/form-data; boundary=x'],
  ] as const
  for (const [body, type] of forms) {
    await reset()
    assert.equal((await post(body, type)).status, 204, type)
    assert.equal(await modeOf('assigned'), 'off')
  }
  const count = s.server.received.length
  await s.assign('contributor')
  await s.send()
  assert.equal(s.server.received.length, count)
})

test('the page unsubscribes too, a repeat changes nothing, and the trail does not contain the secret', async () => {
  await reset()
  const token = path.slice(path.lastIndexOf('/') + 1)
  const ask = (operation: string) => s.p.call('POST', `/api/workspace/unsubscribe${operation}`, { body: { token } })
  const expected = { workspace: 'acme Bank', what: 'assigned' }
  assert.deepEqual((await ask('/look')).body, expected)
  assert.equal(await modeOf('assigned'), null)
  assert.deepEqual([(await ask('')).body, (await ask('')).body], [expected, expected])
  assert.equal(await modeOf('assigned'), 'off')
  const { auditEvents } = await s.client.get('admin', '/audit?action=account.unsubscribe&limit=10')
  assert.equal(auditEvents.length, 3)
  assert.deepEqual([auditEvents[0].resourceId, auditEvents[0].detail], [s.people.contributor, 'assigned'])
  assert.ok(!JSON.stringify(auditEvents).includes(token))
})

test('the secret opens nothing else, and a changed one opens nothing', async () => {
  const token = path.slice(path.lastIndexOf('/') + 1)
  const tampered = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
  const other = `${'0'.repeat(26)}${token.slice(26)}`
  for (const wrong of [tampered, other, 'x', token.slice(0, 60)])
    assert.equal((await post(oneClick, form, `/api/unsubscribe/${wrong}`)).status, 404, wrong)
  assert.equal((await post('List-Unsubscribe=Maybe', form)).status, 400)
  assert.equal((await post('x', 'text/plain')).status, 415)
  assert.equal((await s.p.call('POST', '/api/workspace/invitations/look', { body: { token } })).status, 401)
  assert.equal((await s.p.call('GET', `/api/calendar/${token.slice(0, 70)}.ics`)).status, 404)
  const bearer = await s.p.call('GET', '/api/v1/governance/evidence/claims', { token })
  assert.equal(bearer.status, 401)
})
