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

const request = async (status: number, cookie: string, method: string, path: string, body: object = {}) => {
  const response = await p.call(method, `/api/workspace${path}`, {
    ...(cookie && { cookie }),
    ...(method !== 'GET' && { body: { ...(cookie && !path.startsWith('/account/') && { reason }), ...body } }),
  })
  assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
  return response
}

const admin = async () => (await client.signedIn('admin')).cookie

interface TestPerson {
  readonly id: string
  readonly email: string
  readonly cookie: string
}

const acceptLink = async (url: string): Promise<TestPerson> => {
  const token = url.split('#')[1]
  const { body, headers } = await request(201, '', 'POST', '/invitations/accept', { token, password })
  const { id, email } = body.person
  return { id, email, cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

let counter = 0
const invite = async (cookie: string, role: string): Promise<string> => {
  const body = { email: `person-${++counter}@acme.example`, name: `Person ${counter}`, role, show: true }
  return (await request(201, cookie, 'POST', '/people/invitations', body)).body.url
}

/** Proves a person's second factor with the mailed link and a code, which releases their custodians. */
const release = async ({ email, cookie }: TestPerson): Promise<void> => {
  const { body } = await request(201, cookie, 'POST', totp.replace('/api/workspace', ''), { currentPassword: password })
  const code = authenticator(p.clock, body.otpauthUrl)
  await request(200, cookie, 'POST', '/account/totp/confirm', { code: code() })
  const [, token] = /#factor=(\S+)/.exec(await mail.letter(email, /#factor=/)) ?? []
  p.clock.advance(minute)
  await request(204, cookie, 'POST', '/account/factor/confirm', { token, code: code() })
}

const custodiansOf = async (id: string): Promise<string[]> => {
  const { custodians } = await client.get('auditor', `/people/${id}/custodians`)
  return custodians.map(({ id }: { id: string }) => id)
}

const acceptRiskOf = async (maker: string, ownerId: string, cookie: string): Promise<number> => {
  const figures = { likelihood: 4, impact: 5, treatment: 'mitigate', residualLikelihood: 1, residualImpact: 2 }
  const risk = { riskKey: `R${++counter}`, title: 'An employee leaves', ownerId, ...figures }
  const { body } = await request(201, maker, 'POST', '/risks', risk)
  for (const status of ['assessed', 'treated']) await request(200, maker, 'PATCH', `/risks/${body.id}`, { status })
  const response = await p.call('POST', `/api/workspace/risks/${body.id}/accept`, { cookie, body: { reason } })
  return response.status
}

/** Creates an administrator whose link the first administrator saw, so that either may have acted as them. */
const createAdministratorWithCustodian = async (): Promise<TestPerson> =>
  acceptLink(await invite(await admin(), 'admin'))

/** Removes a person's custodians, as if the person had been invited by mail. */
const removeCustodians = async ({ id }: TestPerson): Promise<void> => {
  await p.sql('delete from custodian where person_id = $1', [id])
  p.system.services.identities.forget()
}

test('a password reset by an administrator who had a custodian makes both custodians, even after that custodian is released', async () => {
  const middle = await createAdministratorWithCustodian()
  const victim = await acceptLink(await invite(await admin(), 'contributor'))
  await removeCustodians(victim)
  const { body } = await request(201, middle.cookie, 'POST', `/people/${victim.id}/password-reset`, { show: true })
  await release(middle)
  const reset = await acceptLink(body.url)
  assert.deepEqual((await custodiansOf(victim.id)).toSorted(), [adminId, middle.id].toSorted())
  assert.equal(await acceptRiskOf(reset.cookie, reset.id, await admin()), 403)
})

test('an invitation by an administrator with a custodian makes both custodians, even if it is used later', async () => {
  const middle = await createAdministratorWithCustodian()
  const url = await invite(middle.cookie, 'contributor')
  await release(middle)
  const joined = await acceptLink(url)
  assert.deepEqual((await custodiansOf(joined.id)).toSorted(), [adminId, middle.id].toSorted())
  assert.equal(await acceptRiskOf(joined.cookie, joined.id, await admin()), 403)
  assert.equal(await acceptRiskOf(joined.cookie, joined.id, (await client.signedIn('reviewer')).cookie), 200)
})

test('a first password set by an administrator with a custodian makes both custodians', async () => {
  const middle = await createAdministratorWithCustodian()
  const body = { email: `person-${++counter}@acme.example`, name: 'Person', role: 'contributor', password }
  const { person } = (await request(201, middle.cookie, 'POST', '/people', body)).body
  await release(middle)
  assert.deepEqual((await custodiansOf(person.id)).toSorted(), [adminId, middle.id].toSorted())
})

for (const origin of ['created', 'given a new secret'] as const)
  test(`people who could have known the secret of a service account when it was ${origin} may not decide its claims`, async () => {
    const middle = await createAdministratorWithCustodian()
    const scopes = ['governance.evidence:write']
    const other = await createAdministratorWithCustodian()
    await removeCustodians(other)
    const maker = origin === 'created' ? middle.cookie : other.cookie
    const account = { name: `Scanner ${++counter}`, scopes }
    const created = (await request(201, maker, 'POST', '/service-accounts', account)).body
    const { id, clientId } = created.serviceAccount
    const { clientSecret } =
      origin === 'created'
        ? created
        : (await request(200, middle.cookie, 'POST', `/service-accounts/${id}/rotate-secret`)).body
    await release(middle)
    const credentials = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const { access_token: token } = (await p.call('POST', '/api/v1/auth/token', { body: credentials })).body
    const claim = await p.call('POST', '/api/v1/governance/evidence/claims', {
      token,
      body: claimInput(`claim-${counter}`),
    })
    assert.equal(claim.status, 201, claim.text)
    const path = `/claims/${claim.body.id}`
    const { reviewedDigest } = await client.get('reviewer', path)
    const approve = (cookie: string) =>
      p.call('POST', `/api/workspace${path}/approve`, { cookie, body: { reviewedDigest, reason } })
    assert.equal((await approve(await admin())).status, 403)
    assert.equal((await approve((await client.signedIn('reviewer')).cookie)).status, 200)
  })

test('a provisioning token of an administrator with a custodian makes both custodians of the people created with it', async () => {
  const middle = await createAdministratorWithCustodian()
  const { body } = await request(201, middle.cookie, 'POST', '/provisioning-tokens', { name: 'Directory' })
  await release(middle)
  const scim = (method: string, path: string, resource: object) =>
    fetch(`${body.baseUrl.replace(/^https?:\/\/[^/]+/, p.url)}${path}`, {
      method,
      headers: { authorization: `Bearer ${body.token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify(resource),
    })
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
  const userName = `person-${++counter}@acme.example`
  const created = await scim('POST', '/Users', { schemas, userName, active: true })
  assert.equal(created.status, 201, await created.clone().text())
  const { id } = (await created.json()) as { id: string }
  assert.deepEqual((await custodiansOf(id)).toSorted(), [adminId, middle.id].toSorted(), iso(p.clock.now()))
})
