import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, minute } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { createNewcomers, type Newcomers } from '#test/newcomers.ts'
import { type ApiResponse, boot, type Probata } from '#test/system.ts'

const env = { PROBATA_TRUST_PROXY: '127.0.0.1' }

let p: Probata
let people: Newcomers
before(async () => {
  p = await boot({ env })
  people = createNewcomers(p)
})
after(() => p[Symbol.asyncDispose]())

const session = '/api/workspace/session'
const wrongPassword = 'a password that is not theirs'

interface Origin {
  readonly address: string
  readonly cookie?: string
  readonly scheme?: string
}

const signIn = (
  email: string,
  { address, cookie, scheme = 'http' }: Origin,
  text = password,
  node: Probata = p,
): Promise<ApiResponse> =>
  node.call('POST', session, {
    body: { email, password: text },
    headers: { 'x-forwarded-for': address, 'x-forwarded-proto': scheme },
    ...(cookie !== undefined && { cookie }),
  })

const devicePattern = /^(?:__Host-)?probata_device=[^;]+/
const deviceIn = ({ headers }: ApiResponse): string => {
  const [deviceCookie] = headers.getSetCookie().flatMap(line => devicePattern.exec(line) ?? [])
  assert.ok(deviceCookie, 'no device cookie was set')
  return deviceCookie
}
const statusOf = async (response: Promise<ApiResponse>): Promise<number> => (await response).status

const home = '198.51.100.1'
const newAddress = '203.0.113.1'
const floodAddress = (i: number) => `192.0.2.${i + 1}`

/** Sends enough wrong passwords for a name to block its sign-ins from any new address. */
const flood = async (email: string, node = p): Promise<void> => {
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => signIn(email, { address: floodAddress(i) }, wrongPassword, node)),
  )
  assert.equal(await statusOf(signIn(email, { address: newAddress }, password, node)), 429)
}

/** Creates a person who signed in at home, and returns their device's cookie. */
const createKnownDevice = async () => {
  const { email } = await people.newcomer()
  return { email, cookie: deviceIn(await signIn(email, { address: home })) }
}

describe('a device that signed in before', () => {
  test("can sign in while others flood its name, from a new address and from one of the attackers' addresses", async () => {
    const { email, cookie } = await createKnownDevice()
    await flood(email)
    assert.equal(await statusOf(signIn(email, { address: newAddress, cookie })), 200)
    assert.equal(await statusOf(signIn(email, { address: floodAddress(0), cookie })), 200)
    assert.equal(await statusOf(signIn(email, { address: '203.0.113.2' })), 429)
  })

  test("can sign in after another caller used up its address's attempts", async () => {
    const { email, cookie } = await createKnownDevice()
    await Promise.all(Array.from({ length: 10 }, () => signIn(email, { address: home }, wrongPassword)))
    assert.equal(await statusOf(signIn(email, { address: home })), 429)
    assert.equal(await statusOf(signIn(email, { address: home, cookie })), 200)
  })

  test('is recognized by other nodes', async () => {
    const { email, cookie } = await createKnownDevice()
    await using other = await boot({ env, database: p.connection, provision: null })
    await flood(email, other)
    assert.equal(await statusOf(signIn(email, { address: newAddress, cookie }, password, other)), 200)
  })

  test('is recognized by a cookie that scripts cannot read, that lasts a year and does not reveal its owner', async () => {
    const { email } = await people.newcomer()
    const [, plain = ''] = (await signIn(email, { address: home })).headers.getSetCookie()
    assert.match(plain, /^probata_device=v1\.\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/)
    const [, secure = ''] = (await signIn(email, { address: home, scheme: 'https' })).headers.getSetCookie()
    assert.match(secure, /^__Host-probata_device=v1\.\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure$/)
    const [, , sealed = ''] = plain.split(/[=;]/)[1]?.split('.') ?? []
    assert.equal(Buffer.from(sealed, 'base64url').includes(email), false)
  })

  test('is recognized after signing out, for its last four people and for a year', async () => {
    const { email } = await people.newcomer()
    const signedIn = await signIn(email, { address: home })
    const [sessionCookie = ''] = (signedIn.headers.getSetCookie()[0] ?? '').split(';')
    let cookie = deviceIn(signedIn)
    const signOut = await p.call('DELETE', session, { cookie: `${sessionCookie}; ${cookie}` })
    assert.deepEqual(
      [signOut.status, signOut.headers.getSetCookie().filter(line => devicePattern.test(line))],
      [204, []],
    )
    const visit = async () => {
      const visitor = await people.newcomer()
      cookie = deviceIn(await signIn(visitor.email, { address: home, cookie }))
    }
    for (let i = 0; i < 3; i++) await visit()
    await flood(email)
    assert.equal(await statusOf(signIn(email, { address: newAddress, cookie })), 200)
    const before = cookie
    await visit()
    assert.equal(await statusOf(signIn(email, { address: '203.0.113.2', cookie })), 429)
    p.clock.advance(365 * day + minute)
    assert.equal(await statusOf(signIn(email, { address: '203.0.113.2', cookie: before })), 429)
  })
})

describe('a device cookie', () => {
  test('does not work for another name, or if altered', async () => {
    const [{ email }, { cookie }] = [await createKnownDevice(), await createKnownDevice()]
    await flood(email)
    assert.equal(await statusOf(signIn(email, { address: newAddress, cookie })), 429)
    const device = await createKnownDevice()
    await flood(device.email)
    for (const index of [20, Math.floor(device.cookie.length / 2), device.cookie.length - 2]) {
      const altered = `${device.cookie.slice(0, index)}${device.cookie[index] === 'A' ? 'B' : 'A'}${device.cookie.slice(index + 1)}`
      assert.equal(await statusOf(signIn(device.email, { address: newAddress, cookie: altered })), 429)
    }
    assert.equal(await statusOf(signIn(device.email, { address: newAddress, cookie: device.cookie })), 200)
  })

  test('stops working when the password changes, except on the device that changed it', async () => {
    const { email, cookie } = await createKnownDevice()
    const response = await signIn(email, { address: home })
    const [sessionCookie = ''] = (response.headers.getSetCookie()[0] ?? '').split(';')
    const next = 'another password that was chosen'
    const body = { currentPassword: password, newPassword: next }
    const change = await p.call('POST', '/api/workspace/account/password', { cookie: sessionCookie, body })
    assert.equal(change.status, 204)
    await flood(email)
    assert.equal(await statusOf(signIn(email, { address: newAddress, cookie }, next)), 429)
    assert.equal(await statusOf(signIn(email, { address: newAddress, cookie: deviceIn(change) }, next)), 200)
  })

  test('allows ten guesses a minute if stolen, and does not block other devices', async () => {
    const { email, cookie } = await createKnownDevice()
    const ownDevice = deviceIn(await signIn(email, { address: home }))
    await flood(email)
    const guesses = Array.from({ length: 12 }, (_, i) =>
      signIn(email, { address: floodAddress(i), cookie }, `${wrongPassword} ${i}`),
    )
    const statuses = await Promise.all(guesses.map(statusOf))
    assert.deepEqual(statuses.toSorted(), [...Array(10).fill(401), 429, 429])
    assert.equal(await statusOf(signIn(email, { address: newAddress, cookie })), 429)
    assert.equal(await statusOf(signIn(email, { address: newAddress, cookie: ownDevice })), 200)
  })

  test('does not work for another login of the address', async () => {
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
    assert.equal(await statusOf(signIn(email, { address: newAddress, cookie }, passwords.globex)), 429)
    assert.equal(await statusOf(signIn(email, { address: newAddress, cookie }, passwords.acme)), 200)
  })
})
