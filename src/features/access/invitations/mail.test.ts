import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, minute, second } from '#lib/clock.ts'
import { startMailServer } from '#test/mail-server.ts'
import { boot } from '#test/system.ts'

const reason = 'Needed for the test of mail'
const newcomer = { reason, email: 'new@acme.example', name: 'New\nPerson', role: 'auditor' }
const list = '/api/workspace/people/invitations'
const linkIn = (text: string): string => /http\S+\/invitation#\S+/.exec(text)?.[0] ?? ''

test('an invitation is mailed, and its link works', async () => {
  await using server = await startMailServer()
  await using probata = await boot({
    env: { SMTP_URL: server.url, PROBATA_MAIL_FROM: 'Acme evidence <evidence@acme.example>' },
  })
  const cookie = await probata.signIn('admin@acme.example')
  const { status, body } = await probata.call('POST', list, { cookie, body: newcomer })
  assert.deepEqual([status, body.invitation.mailed], [201, true])
  const [letter] = server.received
  assert.deepEqual([letter?.from, letter?.to], ['evidence@acme.example', ['new@acme.example']])
  assert.match(letter?.text ?? '', /^Subject: Your invitation to acme Bank\r$/m)
  assert.match(letter?.text ?? '', /Hello New Person,/)
  const url = linkIn(letter?.text ?? '')
  assert.equal(body.url, undefined)
  const token = url.split('#')[1]
  const acceptance = { token, password: 'a password of my own' }
  assert.equal((await probata.call('POST', '/api/workspace/invitations/accept', { body: acceptance })).status, 201)
})

test('a mail that cannot be sent does not fail the invitation', async () => {
  await using server = await startMailServer({ answer: 'refuse' })
  for (const url of [server.url, 'smtp://127.0.0.1:1']) {
    await using probata = await boot({ env: { SMTP_URL: url } })
    const cookie = await probata.signIn('admin@acme.example')
    const { status, body } = await probata.call('POST', list, { cookie, body: newcomer })
    assert.deepEqual([status, body.invitation.mailed], [201, false])
    assert.ok(body.url)
  }
})

test('forgot password: every address gets the same response, and only addresses with a password get a mail', async () => {
  await using server = await startMailServer()
  await using probata = await boot({ env: { SMTP_URL: server.url } })
  const forget = (email: string) => probata.call('POST', '/api/workspace/session/forgot', { body: { email } })
  const cookie = await probata.signIn('admin@acme.example')
  const disabled = await probata.sql(`select subject_id as id from login_name where name = 'reviewer@acme.example'`)
  const body = { reason, disabled: true }
  await probata.call('PATCH', `/api/workspace/people/${disabled[0]?.id}`, { cookie, body })

  const responses = []
  for (const email of ['unknown@acme.example', 'reviewer@acme.example', 'acme-scanner@x', 'Auditor@acme.example'])
    responses.push(await forget(email))
  assert.deepEqual(
    new Set(responses.map(({ status, text }) => `${status} ${text}`)),
    new Set(['202 {"mail":"possible"}']),
  )
  await server.until(1)
  const [letter] = server.received
  assert.deepEqual(letter?.to, ['auditor@acme.example'])
  assert.match(letter?.from ?? '', /^no-reply@/)

  await Promise.all(Array.from({ length: 3 }, () => forget('auditor@acme.example')))
  probata.clock.advance(5 * minute + second)
  await forget('auditor@acme.example')
  await server.until(2)
  assert.equal(server.received.length, 2)
  await Promise.all(Array.from({ length: 8 }, () => forget('contributor@acme.example')))
  await server.until(3)
  await forget('admin@acme.example')
  await server.until(4)
  assert.deepEqual(
    server.received
      .slice(2)
      .flatMap(({ to }) => to)
      .toSorted(),
    ['admin@acme.example', 'contributor@acme.example'],
  )
  const [first, second_] = server.received.map(({ text }) => linkIn(text).split('#')[1])
  const use = (token: string | undefined) =>
    probata.call('POST', '/api/workspace/invitations/accept', { body: { token, password: 'a password of my own' } })
  const last = await use(second_)
  assert.deepEqual([last.status, last.body.person?.email], [201, 'auditor@acme.example'])
  const late = server.received.findLast(({ to }) => to?.includes('admin@acme.example'))?.text ?? ''
  probata.clock.advance(day)
  const linkStates = [first, second_, linkIn(late).split('#')[1]].map(async token => (await use(token)).body.link)
  assert.deepEqual(await Promise.all(linkStates), ['unknown', 'used', 'expired'])
  assert.deepEqual(await probata.sql('select id from invitation'), [])
})

test('forgot password reports that mail is not set up', async () => {
  await using probata = await boot()
  const body = { email: 'auditor@acme.example' }
  const response = await probata.call('POST', '/api/workspace/session/forgot', { body })
  assert.deepEqual([response.status, response.body], [202, { mail: 'not_set_up' }])
  assert.deepEqual(await probata.sql('select id from invitation'), [])
})
