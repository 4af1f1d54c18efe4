import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, minute } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { createNewcomers, type Newcomers } from '#test/newcomers.ts'
import { type Answer, boot, type Probata } from '#test/system.ts'

const env = { PROBATA_TRUST_PROXY: '127.0.0.1' }

let p: Probata
let people: Newcomers
before(async () => {
  p = await boot({ env })
  people = createNewcomers(p)
})
after(() => p[Symbol.asyncDispose]())

const session = '/api/workspace/session'
const wrong = 'a password that is not theirs'

interface From {
  readonly address: string
  readonly cookie?: string
  readonly scheme?: string
}

const signIn = (
  email: string,
  { address, cookie, scheme = 'http' }: From,
  text = password,
  node: Probata = p,
): Promise<Answer> =>
  node.call('POST', session, {
    body: { email, password: text },
    headers: { 'x-forwarded-for': address, 'x-forwarded-proto': scheme },
    ...(cookie !== undefined && { cookie }),
  })

const devicePattern = /^(?:__Host-)?probata_device=[^;]+/
const deviceIn = ({ headers }: Answer): string => {
  const [set] = headers.getSetCookie().flatMap(line => devicePattern.exec(line) ?? [])
  assert.ok(set, 'no cookie of a device was set')
  return set
}
const statusOf = async (answer: Promise<Answer>): Promise<number> => (await answer).status

const home = '198.51.100.1'
const elsewhere = '203.0.113.1'
const flooding = (i: number) => `192.0.2.${i + 1}`

/** Enough wrong passwords for a name to block sign-ins with it from any new address. */
const flood = async (email: string, node = p): Promise<void> => {
  await Promise.all(Array.from({ length: 20 }, (_, i) => signIn(email, { address: flooding(i) }, wrong, node)))
  assert.equal(await statusOf(signIn(email, { address: elsewhere }, password, node)), 429)
}

/** A new person who signed in at home, with the cookie of their device. */
const settled = async () => {
  const { email } = await people.newcomer()
  return { email, cookie: deviceIn(await signIn(email, { address: home })) }
}

describe('a device that signed in before', () => {
  test('gets in while others flood its name, from a new address and from one of theirs', async () => {
    const { email, cookie } = await settled()
    await flood(email)
    assert.equal(await statusOf(signIn(email, { address: elsewhere, cookie })), 200)
    assert.equal(await statusOf(signIn(email, { address: flooding(0), cookie })), 200)
    assert.equal(await statusOf(signIn(email, { address: '203.0.113.2' })), 429)
  })

  test('gets in after another caller used up the attempts of its address', async () => {
    const { email, cookie } = await settled()
    await Promise.all(Array.from({ length: 10 }, () => signIn(email, { address: home }, wrong)))
    assert.equal(await statusOf(signIn(email, { address: home })), 429)
    assert.equal(await statusOf(signIn(email, { address: home, cookie })), 200)
  })

  test('is known on another node too', async () => {
    const { email, cookie } = await settled()
    await using other = await boot({ env, database: p.connection, provision: null })
    await flood(email, other)
    assert.equal(await statusOf(signIn(email, { address: elsewhere, cookie }, password, other)), 200)
  })

  test('is known by a cookie that scripts cannot read, that lasts a year and does not reveal its owner', async () => {
    const { email } = await people.newcomer()
    const [, plain = ''] = (await signIn(email, { address: home })).headers.getSetCookie()
    assert.match(plain, /^probata_device=v1\.\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/)
    const [, secure = ''] = (await signIn(email, { address: home, scheme: 'https' })).headers.getSetCookie()
    assert.match(secure, /^__Host-probata_device=v1\.\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure$/)
    const [, , sealed = ''] = plain.split(/[=;]/)[1]?.split('.') ?? []
    assert.equal(Buffer.from(sealed, 'base64url').includes(email), false)
  })

  test('stays known after signing out, for its last four people, and for a year', async () => {
    const { email } = await people.newcomer()
    const signedIn = await signIn(email, { address: home })
    const [own = ''] = (signedIn.headers.getSetCookie()[0] ?? '').split(';')
    let cookie = deviceIn(signedIn)
    const out = await p.call('DELETE', session, { cookie: `${own}; ${cookie}` })
    assert.deepEqual([out.status, out.headers.getSetCookie().filter(line => devicePattern.test(line))], [204, []])
    const visit = async () => {
      const visitor = await people.newcomer()
      cookie = deviceIn(await signIn(visitor.email, { address: home, cookie }))
    }
    for (let i = 0; i < 3; i++) await visit()
    await flood(email)
    assert.equal(await statusOf(signIn(email, { address: elsewhere, cookie })), 200)
    const before = cookie
    await visit()
    assert.equal(await statusOf(signIn(email, { address: '203.0.113.2', cookie })), 429)
    p.clock.advance(365 * day + minute)
    assert.equal(await statusOf(signIn(email, { address: '203.0.113.2', cookie: before })), 429)
  })
})

describe('the cookie of a device', () => {
  test('is useless with another name, or if altered', async () => {
    const [{ email }, { cookie }] = [await settled(), await settled()]
    await flood(email)
    assert.equal(await statusOf(signIn(email, { address: elsewhere, cookie })), 429)
    const own = await settled()
    await flood(own.email)
    for (const at of [20, Math.floor(own.cookie.length / 2), own.cookie.length - 2]) {
      const altered = `${own.cookie.slice(0, at)}${own.cookie[at] === 'A' ? 'B' : 'A'}${own.cookie.slice(at + 1)}`
      assert.equal(await statusOf(signIn(own.email, { address: elsewhere, cookie: altered })), 429)
    }
    assert.equal(await statusOf(signIn(own.email, { address: elsewhere, cookie: own.cookie })), 200)
  })

  test('ends with the password, except on the device that changed it', async () => {
    const { email, cookie } = await settled()
    const here = await signIn(email, { address: home })
    const [own = ''] = (here.headers.getSetCookie()[0] ?? '').split(';')
    const next = 'another password that was chosen'
    const body = { currentPassword: password, newPassword: next }
    const changed = await p.call('POST', '/api/workspace/account/password', { cookie: own, body })
    assert.equal(changed.status, 204)
    await flood(email)
    assert.equal(await statusOf(signIn(email, { address: elsewhere, cookie }, next)), 429)
    assert.equal(await statusOf(signIn(email, { address: elsewhere, cookie: deviceIn(changed) }, next)), 200)
  })

  test('if stolen, allows ten guesses a minute and locks out no other device', async () => {
    const { email, cookie } = await settled()
    const mine = deviceIn(await signIn(email, { address: home }))
    await flood(email)
    const guesses = Array.from({ length: 12 }, (_, i) =>
      signIn(email, { address: flooding(i), cookie }, `${wrong} ${i}`),
    )
    const answers = await Promise.all(guesses.map(statusOf))
    assert.deepEqual(answers.toSorted(), [...Array(10).fill(401), 429, 429])
    assert.equal(await statusOf(signIn(email, { address: elsewhere, cookie })), 429)
    assert.equal(await statusOf(signIn(email, { address: elsewhere, cookie: mine })), 200)
  })

  test('is useless with another login of the address', async () => {
    const email = 'two-logins@shared.example'
    const passwords: Record<string, string> = { acme: 'the password in acme', globex: 'the password in globex' }
    for (const [slug, text] of Object.entries(passwords)) {
      const cookie = await p.signIn(`admin@${slug}.example`)
      const person = { email, name: 'Two', role: 'auditor', password: text, reason: 'for the test of devices' }
      assert.equal((await p.call('POST', '/api/workspace/people', { cookie, body: person })).status, 201)
    }
    const cookie = deviceIn(await signIn(email, { address: home }, passwords.acme))
    assert.equal(await statusOf(signIn(email, { address: home, cookie }, passwords.globex)), 200)
    await flood(email)
    assert.equal(await statusOf(signIn(email, { address: elsewhere, cookie }, passwords.globex)), 429)
    assert.equal(await statusOf(signIn(email, { address: elsewhere, cookie }, passwords.acme)), 200)
  })
})
