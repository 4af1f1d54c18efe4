import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createNewcomers, type Newcomers } from '#test/newcomers.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let newcomers: Newcomers
before(async () => {
  p = await boot()
  newcomers = createNewcomers(p)
})
after(() => p[Symbol.asyncDispose]())

const path = '/api/workspace/account/display'

test('a person chooses language, time zone and date format, and every later session returns them', async () => {
  const { id, email } = await newcomers.newcomer()
  const cookie = await p.signIn(email)
  const displayIn = async (session: string) =>
    (await p.call('GET', '/api/workspace/session', { cookie: session })).body.display
  assert.deepEqual(await displayIn(cookie), { language: null, timeZone: null, dateFormat: null })
  const chosen = { language: 'de', timeZone: 'Europe/Berlin', dateFormat: 'iso' }
  const response = await p.call('PUT', path, { cookie, body: chosen })
  assert.deepEqual([response.status, response.body], [200, chosen])
  assert.deepEqual([await displayIn(cookie), await displayIn(await p.signIn(email))], [chosen, chosen])
  assert.deepEqual(await displayIn(await p.signIn('admin@acme.example')), {
    ...{ language: null, timeZone: null, dateFormat: null },
  })
  assert.deepEqual(await newcomers.trail(id, 'account.set_display'), [{ outcome: 'done', detail: null }])
})

test('unknown languages, time zones and formats are rejected, field by field', async () => {
  const { email } = await newcomers.newcomer()
  const cookie = await p.signIn(email)
  const none = { language: null, timeZone: null, dateFormat: null }
  for (const [field, value] of [
    ['language', 'fr'],
    ['timeZone', 'Mars/Olympus'],
    ['dateFormat', 'american'],
  ] as const) {
    const { status, body } = await p.call('PUT', path, { cookie, body: { ...none, [field]: value } })
    assert.deepEqual([status, body.issues?.[0]?.path], [400, [field]], JSON.stringify(body))
  }
})
