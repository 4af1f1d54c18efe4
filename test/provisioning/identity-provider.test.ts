import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { provision } from '#src/features/provisioning/provision.ts'
import { sections } from '#src/features.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { connectPeople, signOn } from '#test/sign-on.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let forger: ForgingProvider
before(async () => {
  p = await boot({ env: { PROBATA_OIDC_ALLOW: '127.0.0.0/8' } })
  forger = await startForgingProvider()
})
after(async () => {
  await forger[Symbol.asyncDispose]()
  await p[Symbol.asyncDispose]()
})

const settings = (overrides: object = {}) => ({
  ...{ issuer: forger.issuer, clientId: 'client', clientSecret: 'from the file', name: 'Login', createPeople: true },
  ...{ defaultRole: 'auditor', emailDomains: ['Acme.Example'], ...overrides },
})
const apply = async (identityProvider: object | null, overrides: object = {}) =>
  (
    await provision(p.system.services, sections, {
      organizations: [{ slug: 'acme', name: 'acme Bank', identityProvider, ...overrides }],
    })
  ).counts
const readProvider = async () => {
  const cookie = await p.signIn('admin@acme.example')
  return (await p.call('GET', '/api/workspace/identity-provider', { cookie })).body.identityProvider
}

test('the file sets the provider once, contacts it only after a change, and removes it with null', async () => {
  const firstResult = await apply(settings(), { signOnDomains: [{ domain: 'acme.example' }] })
  assert.deepEqual([firstResult.created, firstResult.updated], [1, 1])
  assert.deepEqual((await readProvider()).emailDomains, ['acme.example'])
  await connectPeople(p, { auditor: 'a' })
  Object.assign(forger, { claims: { sub: 'a', email: 'auditor@acme.example', email_verified: true } })
  const { session } = await signOn(p, 'auditor@acme.example', url => forger.signIn(url))
  const isSignedIn = async () => (await p.call('GET', '/api/workspace/session', { cookie: session })).status === 200
  assert.ok(await isSignedIn())
  assert.deepEqual(await p.sql(`select 1 from custodian where why = 'provider'`), [])

  forger.metadata = { issuer: 'https://elsewhere.example' }
  const { created, updated } = await apply(settings())
  assert.deepEqual([created, updated], [0, 0])
  assert.ok(await isSignedIn(), 'nothing changed, so no session ends')
  await assert.rejects(apply(settings({ clientSecret: 'another' })), /identityProvider.issuer is refused/)
  assert.ok(await isSignedIn(), 'all changes or none')
  forger.metadata = {}
  assert.equal((await apply(settings({ clientSecret: 'another' }))).updated, 1)
  assert.ok(!(await isSignedIn()), 'a change ends sessions')
  assert.equal((await apply(settings({ name: 'Other', clientSecret: 'another' }))).updated, 1)
  assert.equal((await readProvider()).name, 'Other')

  assert.equal((await apply(null)).updated, 1)
  assert.equal(await readProvider(), null)
  const repeat = await apply(null)
  assert.deepEqual([repeat.created, repeat.updated], [0, 0])
  const [row] = await p.sql(
    `select record::json ->> 'actorId' as by from audit_event where action = 'identity_provider.remove'`,
  )
  assert.equal(row?.by, 'provisioning')
})

test('settings that the page rejects are rejected in the file too, with their path', async () => {
  await assert.rejects(apply(settings({ emailDomains: [] })), /organizations\[0\]\.identityProvider/)
  await assert.rejects(apply(settings({ unknown: true })), /unknown/)
  await assert.rejects(apply(settings({ clientSecret: undefined })), /clientSecret/)
})
