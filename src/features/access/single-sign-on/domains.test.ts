import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, second } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { type NameServer, startNameServer } from '#test/name-server.ts'
import { setProvider, tryProvider } from '#test/second-administrator.ts'
import { boot, type Probata } from '#test/system.ts'
import { workspaces } from '#test/two-workspaces.ts'

let p: Probata
let names: NameServer
let forger: ForgingProvider
before(async () => {
  names = await startNameServer()
  forger = await startForgingProvider()
  p = await boot({
    provision: workspaces,
    nameServers: [names.address],
    env: { PROBATA_OIDC_ALLOW: '127.0.0.0/8' },
  })
})
after(async () => {
  await p[Symbol.asyncDispose]()
  await forger[Symbol.asyncDispose]()
  await names[Symbol.asyncDispose]()
})

const reason = 'for the test of sign-on domains'
const settings = '/api/workspace/identity-provider'
const ask = async (slug: string, method: string, path: string, body?: object) =>
  p.call(method, path, { cookie: await p.signIn(`admin@${slug}.example`), ...(body && { body }) })

const claim = async (slug: string, domain: string, overrides: object = {}) =>
  tryProvider(
    p,
    await p.signIn(`admin@${slug}.example`),
    {
      issuer: forger.issuer,
      clientId: slug,
      clientSecret: 'secret',
      name: `${slug} login`,
      createPeople: true,
      defaultRole: 'auditor',
      emailDomains: [domain],
      ...overrides,
    },
    slug,
  )

const check = async (slug: string, domain: string) => {
  p.clock.advance(11 * second)
  return ask(slug, 'POST', `${settings}/domains/check`, { domain })
}

let counter = 0
const begin = (email: string, overrides: object = {}) =>
  p.call('POST', '/api/workspace/session/single-sign-on', { body: { email, ...overrides } })
const clientOf = (url: string): string | null => new URL(url).searchParams.get('client_id')

test('several workspaces may claim a domain, which leads to a provider only once its record exists', async () => {
  const domain = `first-${++counter}.example`
  const [acme, globex] = [await claim('acme', domain), await claim('globex', domain)]
  assert.deepEqual([acme.status, globex.status], [200, 200], acme.text)
  const [claimed] = acme.body.identityProvider.domains
  assert.deepEqual([claimed.state, claimed.recordName], ['unproved', `_probata-challenge.${domain}`])
  assert.match(claimed.recordValue, /^probata-domain-verification=[0-9a-f]{40}$/)
  assert.notEqual(claimed.recordValue, globex.body.identityProvider.domains[0].recordValue)
  assert.equal((await begin(`person@${domain}`)).status, 422)

  const missing = await check('acme', domain)
  assert.deepEqual([missing.status, missing.body.state], [200, 'unproved'], missing.text)
  names.records.set(claimed.recordName, ['something else', globex.body.identityProvider.domains[0].recordValue])
  assert.equal((await check('acme', domain)).body.state, 'unproved', "another workspace's record proves nothing")
  assert.equal((await check('globex', domain)).body.state, 'proved')
  const response = await begin(`person@${domain}`)
  assert.deepEqual([response.status, clientOf(response.body.url)], [200, 'globex'])
})

test('an address leads to a workspace without a proved domain only if the request names the workspace', async () => {
  const domain = `second-${++counter}.example`
  await claim('acme', domain)
  const email = `victim@${domain}`
  const person = { email, name: 'Victim', role: 'auditor', password, reason }
  assert.equal((await ask('acme', 'POST', '/api/workspace/people', person)).status, 201)
  assert.equal((await begin(email)).status, 422)
  const named = await begin(email, { organization: 'acme' })
  assert.deepEqual([named.status, clientOf(named.body.url)], [200, 'acme'])
  assert.equal((await begin(`unknown@${domain}`, { organization: 'acme' })).status, 422)
})

test("if two workspaces proved a domain, the person's workspace comes first, otherwise the first to prove it", async () => {
  const domain = `third-${++counter}.example`
  for (const slug of ['acme', 'globex']) {
    const { body } = await claim(slug, domain)
    const [{ recordName, recordValue }] = body.identityProvider.domains
    names.records.set(recordName, [...(names.records.get(recordName) ?? []), recordValue])
    assert.equal((await check(slug, domain)).body.state, 'proved')
  }
  const email = `person@${domain}`
  assert.equal(clientOf((await begin(email)).body.url), 'acme')
  assert.equal(clientOf((await begin(email, { organization: 'globex' })).body.url), 'globex')
  await ask('globex', 'POST', '/api/workspace/people', { email, name: 'S', role: 'auditor', password, reason })
  assert.equal(clientOf((await begin(email)).body.url), 'globex')
})

test('a domain is checked at most once in ten seconds, and a failed lookup does not count as a missing record', async () => {
  const domain = `fourth-${++counter}.example`
  const { body } = await claim('acme', domain)
  const [{ recordName, recordValue }] = body.identityProvider.domains
  names.records.set(recordName, [recordValue])
  assert.equal((await check('acme', domain)).body.state, 'proved')
  const earlyCheck = await ask('acme', 'POST', `${settings}/domains/check`, { domain })
  assert.deepEqual([earlyCheck.status, earlyCheck.headers.get('retry-after') !== null], [429, true])
  assert.equal((await check('acme', 'elsewhere.example')).status, 404)
  names.mode = 'fail'
  const failedLookup = await check('acme', domain)
  assert.deepEqual([failedLookup.body.state, failedLookup.body.missingSince], ['proved', null])
  names.mode = 'answer'
})

test('a record missing for seven days no longer proves the domain, and this is audited', async () => {
  const domain = `fifth-${++counter}.example`
  const { body } = await claim('acme', domain)
  const [{ recordName, recordValue }] = body.identityProvider.domains
  names.records.set(recordName, [recordValue])
  await check('acme', domain)
  names.records.delete(recordName)
  await p.system.runJob('recheck-sign-on-domains')
  const stateOf = async () => (await ask('acme', 'GET', settings)).body.identityProvider.domains[0]
  assert.deepEqual([(await stateOf()).state, (await stateOf()).missingSince !== null], ['proved', true])
  p.clock.advance(6 * day)
  await p.system.runJob('recheck-sign-on-domains')
  assert.equal((await begin(`person@${domain}`)).status, 200)
  p.clock.advance(day + second)
  await p.system.runJob('recheck-sign-on-domains')
  assert.equal((await stateOf()).state, 'unproved')
  assert.equal((await begin(`person@${domain}`)).status, 422)
  const { text } = await ask('acme', 'GET', '/api/workspace/audit?limit=200')
  for (const action of ['prove', 'miss', 'lose']) assert.match(text, new RegExp(`sign_on_domain.${action}`))
})

test('a domain that the operator names in the provisioning file needs no record', async () => {
  const named = [{ domain: 'Named.example' }]
  const [acme] = workspaces.organizations
  await using own = await boot({
    provision: { organizations: [{ ...acme, signOnDomains: named }] },
    env: { PROBATA_OIDC_ALLOW: '127.0.0.0/8' },
  })
  const cookie = await own.signIn('admin@acme.example')
  const body = {
    issuer: forger.issuer,
    clientId: 'named',
    clientSecret: 'secret',
    name: 'Named',
    createPeople: true,
    defaultRole: 'auditor',
    emailDomains: ['named.example'],
  }
  const saved = await setProvider(own, cookie, body)
  assert.equal(saved.domains[0].state, 'named')
  const email = 'person@named.example'
  assert.equal((await own.call('POST', '/api/workspace/session/single-sign-on', { body: { email } })).status, 200)
})
