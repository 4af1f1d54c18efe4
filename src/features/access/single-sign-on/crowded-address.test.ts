import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { password } from '#test/fixture.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { setProvider } from '#test/second-administrator.ts'
import { connectPeople } from '#test/sign-on.ts'
import { boot, type Probata } from '#test/system.ts'

const single = '/api/workspace/session/single-sign-on'
const email = 'auditor@acme.example'
const statuses = (responses: readonly { readonly status: number }[]): number[] =>
  [...new Set(responses.map(({ status }) => status))].sort()

let p: Probata
let forger: ForgingProvider
before(async () => {
  p = await boot({
    env: { PROBATA_OIDC_ALLOW: '127.0.0.0/8', PROBATA_TRUST_PROXY: '127.0.0.1' },
  })
  forger = await startForgingProvider()
  forger.claims = { sub: 'a', email, email_verified: true }
  const body = {
    ...{ issuer: forger.issuer, clientId: 'client', clientSecret: 'secret', name: 'Login', createPeople: false },
    ...{ defaultRole: 'auditor', emailDomains: ['acme.example'], reason: 'for the test of a crowded address' },
  }
  const cookie = await p.signIn('admin@acme.example')
  await setProvider(p, cookie, body)
  await connectPeople(p, { auditor: 'a' })
})
after(async () => {
  await forger[Symbol.asyncDispose]()
  await p[Symbol.asyncDispose]()
})

const prove = (isProved: boolean) => p.sql('update sign_on_domain set named = $1', [isProved])

const post = (path: string, ip: string, body: object, cookie?: string) =>
  p.call('POST', path, { body, headers: { 'x-forwarded-for': ip }, ...(cookie && { cookie }) })

const begin = async (ip: string, organization?: string) => {
  const response = await post(single, ip, { email, ...(organization && { organization }) })
  return { ...response, flow: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
const finish = (ip: string, query: string, flow = '') => post(`${single}/callback`, ip, { query }, flow)

const signOn = async (ip: string, organization?: string) => {
  const { status, body, flow } = await begin(ip, organization)
  return status === 200 ? finish(ip, forger.signIn(body.url), flow) : { status }
}

const repeat = <T>(count: number, send: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => send(i)))

test('callbacks without a sign-on do not block other people at the address', async () => {
  await prove(true)
  const ip = '192.0.2.1'
  const waiting = await begin(ip)
  const junk = await repeat(150, i => finish(ip, `code=${i}&state=${i}`, i % 2 ? 'probata_sign_on=v1.x.y' : ''))
  assert.deepEqual(statuses(junk), [401, 429])
  assert.equal((await finish(ip, forger.signIn(waiting.body.url), waiting.flow)).status, 200)
  assert.equal((await signOn(ip)).status, 200)
})

test('started sign-ons with a wrong callback do not block other people at the address', async () => {
  await prove(true)
  const ip = '192.0.2.2'
  const junk = await repeat(120, async i => finish(ip, `code=x&state=${i}`, (await begin(ip)).flow))
  assert.deepEqual(statuses(junk), [401, 429])
  assert.equal((await signOn(ip)).status, 200)
})

test('requests for addresses without single sign-on do not block other people, whether or not the domain is proved', async () => {
  const ip = '192.0.2.3'
  await prove(false)
  assert.equal((await signOn(ip, 'acme')).status, 200)
  const junk = await repeat(150, i => post(single, ip, { email: `x${i}@nowhere.example` }))
  assert.deepEqual(statuses(junk), [422, 429])
  assert.equal((await signOn(ip, 'acme')).status, 200, 'the person signed on from this address before')
  await prove(true)
  assert.equal((await signOn(ip)).status, 200)
})

test('guesses at members of a workspace without a proved domain are limited', async () => {
  await prove(false)
  const ip = '192.0.2.4'
  await repeat(150, i => post(single, ip, { email: `x${i}@nowhere.example` }))
  const response = await post(single, ip, { email: 'reviewer@acme.example', organization: 'acme' })
  assert.equal(response.status, 429)
})

test('a person who signed on from an address has their own limit there', async () => {
  await prove(true)
  const ip = '192.0.2.5'
  assert.equal((await signOn(ip)).status, 200)
  // Uses up the shared limit directly, because HTTP requests would take too long.
  const sharedCharge = { bucket: 'sign-on-begin-address', key: ip } as const
  await repeat(1000, () => p.system.services.limiter.consume([sharedCharge]))
  assert.equal((await post(single, ip, { email: 'person@acme.example' })).status, 429)
  assert.equal((await signOn(ip)).status, 200)
})

test('a person can request a password mail from an address of an earlier sign-in, despite junk requests from there', async () => {
  const ip = '192.0.2.6'
  const signedIn = await post('/api/workspace/session', ip, { email, password: password })
  assert.equal(signedIn.status, 200, signedIn.text)
  const junk = await repeat(80, i => post('/api/workspace/session/forgot', ip, { email: `x${i}@nowhere.example` }))
  assert.deepEqual(statuses(junk), [202, 429])
  assert.equal((await post('/api/workspace/session/forgot', ip, { email })).status, 202)
})
