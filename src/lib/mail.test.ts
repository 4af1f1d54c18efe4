import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { startMailServer } from '#test/mail-server.ts'
import { createMail, type Mail } from './mail.ts'

const letter = {
  to: { name: 'Ann, "the" Auditor', address: 'ann@acme.example' },
  subject: 'An invitation für Sie',
  text: 'Hello\n\nhttps://probata.example/invitation#token',
}

const from = () => ({ name: 'Probata', address: 'no-reply@[127.0.0.1]' })

const failures: unknown[] = []
const mailTo = (url: string | undefined, limitMs = 5000): Mail =>
  createMail({ url, from, limitMs, failed: error => failures.push(error) })

test('a mail arrives at one recipient, marked as automatic', async () => {
  await using server = await startMailServer()
  assert.equal(await mailTo(server.url).send(letter), true)
  const [{ from, to, text } = { from: '', to: [], text: '' }] = server.received
  assert.deepEqual([from, to], ['no-reply@[127.0.0.1]', ['ann@acme.example']])
  assert.match(text, /^Auto-Submitted: auto-generated\r$/m)
  assert.match(text, /^Content-Type: text\/plain; charset=utf-8\r$/m)
  assert.ok(text.includes('https://probata.example/invitation#token'))
})

test('a mail has its own id, date, thread and headers, each on one line', async () => {
  await using server = await startMailServer()
  const unsubscribe = `<https://probata.example/${'x'.repeat(150)}>`
  const headers = { 'List-Unsubscribe': unsubscribe, 'List-Id': '<a.example>\r\nBcc: c@d.example' }
  const fields = { html: '<p>Hello</p>', messageId: '<1@probata.example>', references: '<0@probata.example>', date: 0 }
  assert.deepEqual(await mailTo(server.url).deliver({ ...letter, ...fields, headers }), { state: 'accepted' })
  const [{ to, text } = { to: [], text: '' }] = server.received
  assert.deepEqual(to, ['ann@acme.example'])
  for (const line of [
    `List-Unsubscribe: ${unsubscribe}`,
    'List-ID: <a.example> Bcc: c@d.example',
    'References: <0@probata.example>',
    'Message-ID: <1@probata.example>',
    'Date: Thu, 01 Jan 1970 00:00:00 +0000',
    'Content-Type: text/html; charset=utf-8',
  ])
    assert.ok(text.includes(`\r\n${line}\r\n`), line)
})

test('a refused recipient is a bounce, with the answer of the server', async () => {
  await using server = await startMailServer()
  server.refusals.set('ann@acme.example', '550 5.1.1 User unknown')
  const bounced = { state: 'bounced', reply: '550 5.1.1 User unknown' }
  assert.deepEqual(await mailTo(server.url).deliver(letter), bounced)
  server.refusals.set('ann@acme.example', '450 4.2.0 Greylisted')
  assert.deepEqual(await mailTo(server.url).deliver(letter), { state: 'failed', reply: '450 4.2.0 Greylisted' })
})

test('an address cannot add a recipient, and a name or subject cannot add a header', async () => {
  await using server = await startMailServer()
  const mail = mailTo(server.url)
  for (const address of ['a@b.example,c@d.example', 'a@b.example>,<c@d.example', '<c@d.example>a@b.example'])
    await mail.send({ ...letter, to: { name: 'A', address } })
  await mail.send({ ...letter, to: { name: 'A\r\nBcc: c@d.example', address: 'a@b.example' } })
  await mail.send({ ...letter, subject: 'A\r\nBcc: c@d.example' })
  for (const { to, text } of server.received) {
    assert.ok(to.length === 1 && to[0] !== 'c@d.example', String(to))
    assert.doesNotMatch(text, /^Bcc:/im)
  }
  assert.ok(server.received.length >= 2)
})

test('no mail is sent without a server', async () => {
  const mail = mailTo(undefined)
  assert.deepEqual([mail.configured, await mail.send(letter)], [false, false])
})

test('a mail fails within the time limit if the server rejects it, hangs, stays silent or is down', async () => {
  await using refusing = await startMailServer({ answer: 'refuse' })
  await using hanging = await startMailServer({ answer: 'hang' })
  const silent = createServer(socket => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  failures.length = 0
  for (const url of [refusing.url, hanging.url, `smtp://127.0.0.1:${port}`, 'smtp://127.0.0.1:1'])
    assert.equal(await mailTo(url, 300).send(letter), false, url)
  silent.close()
  assert.equal(failures.length, 4)
})
