import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { hour } from '#lib/clock.ts'
import { bootWithMail } from '#test/sent-notifications.ts'

let s: Awaited<ReturnType<typeof bootWithMail>>
const posts: string[] = []
let status = 200
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    posts.push(`${request.url} ${Buffer.concat(chunks)}`)
    response.writeHead(status).end('internal details')
  })
})
let address: string

const call = async (method: string, path: string, body?: object) =>
  s.p.call(method, `/api/workspace/account${path}`, {
    ...(await s.client.signedIn('contributor')),
    ...(body && { body }),
  })
const connect = (over: object = {}) =>
  call('PUT', '/chat-channel', { service: 'mattermost', address, withMail: true, ...over })

before(async () => {
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/abc123`
  s = await bootWithMail({ PROBATA_WEBHOOK_ALLOW: '127.0.0.1/32' })
})
after(async () => {
  await s[Symbol.asyncDispose]()
  receiver.close()
})

test('addresses that no service gives out, or that this install does not allow, are refused', async () => {
  for (const wrong of [
    { address: address.replace('/hooks/', '/api/') },
    { address: 'http://127.0.0.2:9/hooks/abc' },
    { address: 'http://169.254.169.254/hooks/latest' },
    { service: 'slack' },
  ])
    assert.equal((await connect(wrong)).status, 400, JSON.stringify(wrong))
  assert.equal(posts.length, 0)
})

test('the address is a secret: no response, row or row of the trail shows it', async () => {
  const connected = await connect()
  assert.equal(connected.status, 200)
  const shown = await call('GET', '/message-channels')
  assert.equal(shown.body.chat.host, new URL(address).host)
  const rows = await s.p.sql('select * from chat_channel')
  const trail = await s.client.get('admin', '/audit?action=account.set_chat_channel')
  for (const text of [connected.text, shown.text, JSON.stringify(rows), JSON.stringify(trail)])
    assert.ok(!text.includes('abc123'))
})

test('a test message arrives, and notifications go to the chat and by mail, or to the chat alone', async () => {
  const tested = await call('POST', '/chat-channel/test')
  assert.deepEqual([tested.status, tested.body.failures], [200, 0])
  assert.match(posts[0] ?? '', /^\/hooks\/abc123 \{"text":"\*\*This is a test message/)
  await s.assign('contributor', { title: 'Tell @all <!channel>' })
  await s.send()
  assert.equal(posts.length, 2)
  assert.match(posts[1] ?? '', /Tell @\u2060all &lt;/)
  assert.equal(s.mailsTo('contributor@acme.example').length, 1)
  assert.equal((await call('PATCH', '/chat-channel', { withMail: false })).body.withMail, false)
  await s.assign('contributor')
  await s.send()
  assert.deepEqual([posts.length, s.mailsTo('contributor@acme.example').length], [3, 1])
})

test('a channel that keeps failing pauses, shows only the status, and mail takes over', async () => {
  status = 404
  for (let i = 0; i < 5; i++) {
    await s.assign('contributor', { title: `Lost ${i}` })
    await s.send()
  }
  const { chat } = (await call('GET', '/message-channels')).body
  assert.deepEqual([chat.failures, chat.failure, typeof chat.pausedAt], [5, '404', 'string'])
  await s.assign('contributor', { title: 'By mail instead' })
  await s.send()
  assert.equal(posts.length, 8)
  assert.equal(s.mailsTo('contributor@acme.example').length, 2)
  s.p.clock.advance(72 * hour)
  await s.send()
  const digest = s.mailsTo('contributor@acme.example').at(-1) ?? ''
  for (let i = 0; i < 5; i++) assert.match(digest, new RegExp(`Lost ${i}`))
  status = 200
  assert.equal((await call('POST', '/chat-channel/test')).body.pausedAt, null)
  assert.equal((await call('DELETE', '/chat-channel')).status, 204)
  assert.equal((await call('DELETE', '/chat-channel')).status, 404)
  assert.equal((await call('GET', '/message-channels')).body.chat, null)
})
