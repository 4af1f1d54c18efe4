import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { iso, minute } from '#lib/clock.ts'
import { claimInput } from '#test/fixture.ts'
import { startMailServer } from '#test/mail-server.ts'
import { authenticator, totp } from '#test/newcomers.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

const reason = 'to see what a custodian keeps'
const password = 'a password that fits them'

let mail: Awaited<ReturnType<typeof startMailServer>>
let p: Probata
let client: WorkspaceClient
let adminId: string
before(async () => {
  mail = await startMailServer()
  p = await boot({ env: { SMTP_URL: mail.url } })
  client = createWorkspaceClient(p)
  adminId = String((await client.people()).admin)
})
after(async () => {
  await p[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

const ask = async (status: number, cookie: string, method: string, path: string, body: object = {}) => {
  const answer = await p.call(method, `/api/workspace${path}`, {
    ...(cookie && { cookie }),
    ...(method !== 'GET' && { body: { ...(cookie && !path.startsWith('/account/') && { reason }), ...body } }),
  })
  assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`)
  return answer
}

const admin = async () => (await client.signedIn('admin')).cookie

interface Entered {
  readonly id: string
  readonly email: string
  readonly cookie: string
}

const follow = async (url: string): Promise<Entered> => {
  const token = url.split('#')[1]
  const { body, headers } = await ask(201, '', 'POST', '/invitations/accept', { token, password })
  const { id, email } = body.person
  return { id, email, cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

let made = 0
const invite = async (cookie: string, role: string): Promise<string> => {
  const body = { email: `person-${++made}@acme.example`, name: `Person ${made}`, role, show: true }
  return (await ask(201, cookie, 'POST', '/people/invitations', body)).body.url
}

/** Proves that the factor is theirs, with the mailed link and a code. */
const release = async ({ email, cookie }: Entered): Promise<void> => {
  const { body } = await ask(201, cookie, 'POST', totp.replace('/api/workspace', ''), { currentPassword: password })
  const code = authenticator(p.clock, body.otpauthUrl)
  await ask(200, cookie, 'POST', '/account/totp/confirm', { code: code() })
  const [, token] = /#factor=(\S+)/.exec(await mail.letter(email, /#factor=/)) ?? []
  p.clock.advance(minute)
  await ask(204, cookie, 'POST', '/account/factor/confirm', { token, code: code() })
}

const custodiansOf = async (id: string): Promise<string[]> => {
  const { custodians } = await client.get('auditor', `/people/${id}/custodians`)
  return custodians.map(({ id }: { id: string }) => id)
}

const decided = async (maker: string, ownerId: string, by: string): Promise<number> => {
  const figures = { likelihood: 4, impact: 5, treatment: 'mitigate', residualLikelihood: 1, residualImpact: 2 }
  const risk = { riskKey: `R${++made}`, title: 'An employee leaves', ownerId, ...figures }
  const { body } = await ask(201, maker, 'POST', '/risks', risk)
  for (const status of ['assessed', 'treated']) await ask(200, maker, 'PATCH', `/risks/${body.id}`, { status })
  const answer = await p.call('POST', `/api/workspace/risks/${body.id}/accept`, { cookie: by, body: { reason } })
  return answer.status
}

/** An administrator whose link was shown to the first administrator, so that either may have done these acts. */
const twoHands = async (): Promise<Entered> => follow(await invite(await admin(), 'admin'))

/** As if they had been invited by mail. */
const free = async ({ id }: Entered): Promise<void> => {
  await p.sql('delete from custodian where person_id = $1', [id])
  p.system.services.identities.forget()
}

test("a password reset made from another person's account leaves both as custodians, once its owner has the account back", async () => {
  const middle = await twoHands()
  const victim = await follow(await invite(await admin(), 'contributor'))
  await free(victim)
  const { body } = await ask(201, middle.cookie, 'POST', `/people/${victim.id}/password-reset`, { show: true })
  await release(middle)
  const taken = await follow(body.url)
  assert.deepEqual((await custodiansOf(victim.id)).toSorted(), [adminId, middle.id].toSorted())
  assert.equal(await decided(taken.cookie, taken.id, await admin()), 403)
})

test('so does a link to join that is used later', async () => {
  const middle = await twoHands()
  const url = await invite(middle.cookie, 'contributor')
  await release(middle)
  const joined = await follow(url)
  assert.deepEqual((await custodiansOf(joined.id)).toSorted(), [adminId, middle.id].toSorted())
  assert.equal(await decided(joined.cookie, joined.id, await admin()), 403)
  assert.equal(await decided(joined.cookie, joined.id, (await client.signedIn('reviewer')).cookie), 200)
})

test('so does an account with a first password', async () => {
  const middle = await twoHands()
  const body = { email: `person-${++made}@acme.example`, name: 'Person', role: 'contributor', password }
  const { person } = (await ask(201, middle.cookie, 'POST', '/people', body)).body
  await release(middle)
  assert.deepEqual((await custodiansOf(person.id)).toSorted(), [adminId, middle.id].toSorted())
})

for (const shown of ['made', 'given a new secret'] as const)
  test(`claims of a service account that was ${shown} are not decided by people who held its secret then`, async () => {
    const middle = await twoHands()
    const scopes = ['governance.evidence:write']
    const other = await twoHands()
    await free(other)
    const maker = shown === 'made' ? middle.cookie : other.cookie
    const account = { name: `Scanner ${++made}`, scopes }
    const created = (await ask(201, maker, 'POST', '/service-accounts', account)).body
    const { id, clientId } = created.serviceAccount
    const { clientSecret } =
      shown === 'made' ? created : (await ask(200, middle.cookie, 'POST', `/service-accounts/${id}/rotate-secret`)).body
    await release(middle)
    const credentials = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const { access_token: token } = (await p.call('POST', '/api/v1/auth/token', { body: credentials })).body
    const claim = await p.call('POST', '/api/v1/governance/evidence/claims', {
      token,
      body: claimInput(`claim-${made}`),
    })
    assert.equal(claim.status, 201, claim.text)
    const path = `/claims/${claim.body.id}`
    const { reviewedDigest } = await client.get('reviewer', path)
    const approve = (cookie: string) =>
      p.call('POST', `/api/workspace${path}/approve`, { cookie, body: { reviewedDigest, reason } })
    assert.equal((await approve(await admin())).status, 403)
    assert.equal((await approve((await client.signedIn('reviewer')).cookie)).status, 200)
  })

test('an address changed with a provisioning token has both as custodians', async () => {
  const middle = await twoHands()
  const { body } = await ask(201, middle.cookie, 'POST', '/provisioning-tokens', { name: 'Directory' })
  await release(middle)
  const scim = (method: string, path: string, given: object) =>
    fetch(`${body.baseUrl.replace(/^https?:\/\/[^/]+/, p.url)}${path}`, {
      method,
      headers: { authorization: `Bearer ${body.token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify(given),
    })
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
  const userName = `person-${++made}@acme.example`
  const created = await scim('POST', '/Users', { schemas, userName, active: true })
  assert.equal(created.status, 201, await created.clone().text())
  const { id } = (await created.json()) as { id: string }
  assert.deepEqual((await custodiansOf(id)).toSorted(), [adminId, middle.id].toSorted(), iso(p.clock.now()))
})
