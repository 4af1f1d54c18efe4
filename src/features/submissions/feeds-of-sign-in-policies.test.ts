import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, minute } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { authenticator, createNewcomers, type Newcomers, totp } from '#test/newcomers.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let people: Newcomers
before(async () => {
  p = await boot()
  people = createNewcomers(p)
})
after(() => p[Symbol.asyncDispose]())

const reason = 'for a test of calendars'

/** Creates a person with a calendar, and a function that reads its address. */
const withFeed = async (of: 'submissions' | 'my_work' = 'submissions') => {
  const { id, email } = await people.newcomer()
  const cookie = await p.signIn(email)
  const created = await p.call('POST', '/api/workspace/calendar-feeds', { cookie, body: { name: 'Mine', of, reason } })
  assert.equal(created.status, 201, created.text)
  const path = new URL(created.body.address).pathname
  return { id, email, cookie, read: async () => (await p.call('GET', path)).status }
}

const setFactorPolicy = async (body: object) => {
  const cookie = await people.administrator()
  const updated = await p.call('PATCH', '/api/workspace/second-factor', { cookie, body: { reason, ...body } })
  assert.equal(updated.status, 200, updated.text)
}

const issuer = 'https://login.example'

/** Connects the person's account, as if at the workspace's provider. */
const connect = async (id: string) => {
  await p.sql(
    `insert into identity_provider (organization_id, id, is_current, client_secret, metadata, record)
     select organization_id, 'idp_of_the_test', true, '', '{}', json_build_object('issuer', $2::text)::text from person where id = $1
     on conflict do nothing`,
    [id, issuer],
  )
  await p.sql(
    `insert into person_identity (organization_id, issuer, subject, person_id, created_at)
     select organization_id, $2, id, id, now() from person where id = $1`,
    [id, issuer],
  )
}

test('a calendar cannot be read while its owner lacks a required second factor', async () => {
  for (const kind of ['submissions', 'my_work'] as const) {
    const { cookie, read } = await withFeed(kind)
    await setFactorPolicy({ required: ['auditor'], graceDays: 1 })
    assert.equal(await read(), 200, 'in the grace period')
    p.clock.advance(day + minute)
    assert.equal(await read(), 404)
    const session = await p.call('GET', '/api/workspace/session', { cookie })
    assert.equal(session.status, 401, 'the session has ended')
    await setFactorPolicy({ required: [] })
    assert.equal(await read(), 200)
  }
  const { cookie, read } = await withFeed()
  await setFactorPolicy({ required: ['auditor'], graceDays: 0 })
  assert.equal(await read(), 404)
  const { body } = await p.call('POST', totp, { cookie, body: { currentPassword: password } })
  const code = authenticator(p.clock, body.otpauthUrl)()
  assert.equal((await p.call('POST', `${totp}/confirm`, { cookie, body: { code } })).status, 200)
  assert.equal(await read(), 200)
  await setFactorPolicy({ required: [] })
})

test('the calendar of a person with single sign-on can be read, unless the workspace also requires a factor for it', async () => {
  const { id, read } = await withFeed()
  await setFactorPolicy({ required: ['auditor'], graceDays: 0 })
  assert.equal(await read(), 404)
  await connect(id)
  assert.equal(await read(), 200)
  await setFactorPolicy({ required: ['auditor'], singleSignOn: 'needs_factor' })
  assert.equal(await read(), 404)
  await setFactorPolicy({ required: [], singleSignOn: 'satisfies' })
})

test('calendars of people without single sign-on cannot be read while it is the only way to sign in', async () => {
  const [outside, inside] = [await withFeed(), await withFeed()]
  await connect(inside.id)
  await p.sql(
    `insert into sign_in_policy (organization_id, id, is_current, sign_in, break_glass_ids, record)
     select organization_id, 'sip_of_the_test', true, 'single_sign_on', '{}', '{}' from person where id = $1`,
    [outside.id],
  )
  assert.deepEqual([await outside.read(), await inside.read()], [404, 200])
  await p.sql(`update sign_in_policy set sign_in = 'any'`)
  assert.equal(await outside.read(), 200)
})
