import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startMailServer } from '#test/mail-server.ts'
import { authenticator, totp } from '#test/newcomers.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

const reason = 'to see who could act as whom'
const ownPassword = 'a password of my own'

type MailServer = Awaited<ReturnType<typeof startMailServer>>

let server: MailServer
let p: Probata
let client: WorkspaceClient
before(async () => {
  server = await startMailServer()
  p = await boot({ env: { SMTP_URL: server.url } })
  client = createWorkspaceClient(p)
})
after(async () => {
  await p[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const call = (cookie: string, method: string, path: string, body: object = {}) =>
  p.call(method, `/api/workspace${path}`, { cookie, ...(method !== 'GET' && { body }) })

interface TestPerson {
  readonly id: string
  readonly email: string
  readonly cookie: string
}

const cookieOf = (headers: Headers): string => headers.getSetCookie()[0]?.split(';')[0] ?? ''

/** Returns the token in the mail that lets people prove that their second factor is theirs. */
const tokenOf = async (email: string): Promise<string | undefined> =>
  /#factor=(\S+)/.exec(await server.letter(email, /#factor=/))?.[1]

let counter = 0
/** Invites a person as the administrator and accepts; with `show`, the administrator also sees the link. */
const join = async (
  options: { readonly show?: boolean; readonly email?: string; readonly role?: string } = {},
): Promise<TestPerson> => {
  const { email = `joined-${++counter}@acme.example`, role = 'admin', show } = options
  const body = { email, name: `Joined ${counter}`, role, ...(show !== undefined && { show }) }
  const invitation = await client.ask('admin', 'POST', '/people/invitations', body)
  assert.deepEqual([invitation.status, invitation.body.invitation.mailed], [201, true], invitation.text)
  assert.equal(typeof invitation.body.url, show ? 'string' : 'undefined')
  const [, token] = /\/invitation#(\S+)/.exec(await server.letter(email, /\/invitation#/)) ?? []
  const acceptance = await p.call('POST', '/api/workspace/invitations/accept', {
    body: { token, password: ownPassword },
  })
  assert.equal(acceptance.status, 201, acceptance.text)
  return { id: acceptance.body.person.id, email, cookie: cookieOf(acceptance.headers) }
}

const custodiansOf = async ({ id }: Pick<TestPerson, 'id'>) => {
  const { custodians } = await client.get('auditor', `/people/${id}/custodians`)
  return custodians.map(({ name, why, releasedBy }: Record<string, unknown>) => [name, why, releasedBy])
}

/** Creates a risk owned by a person, ready for acceptance. */
const createRisk = async (cookie: string, ownerId: string): Promise<string> => {
  const figures = { likelihood: 4, impact: 5, treatment: 'mitigate', residualLikelihood: 1, residualImpact: 2 }
  const body = { riskKey: `R${++counter}`, title: 'An employee leaves', ownerId, reason, ...figures }
  const { status, body: risk, text } = await call(cookie, 'POST', '/risks', body)
  assert.equal(status, 201, text)
  for (const next of ['assessed', 'treated'])
    assert.equal((await call(cookie, 'PATCH', `/risks/${risk.id}`, { status: next, reason })).status, 200)
  return risk.id
}

const accept = async (cookie: string, riskId: string): Promise<number> =>
  (await call(cookie, 'POST', `/risks/${riskId}/accept`, { reason })).status

const enrol = async (cookie: string) => {
  const { body } = await call(cookie, 'POST', totp.replace('/api/workspace', ''), { currentPassword: ownPassword })
  const code = authenticator(p.clock, body.otpauthUrl)
  assert.equal((await call(cookie, 'POST', '/account/totp/confirm', { code: code() })).status, 200)
  return code
}

const admin = async () => (await client.signedIn('admin')).cookie

test("a shown link makes a custodian, a mailed one does not; custodian and person may not decide on each other's records", async () => {
  const independent = await join()
  assert.deepEqual(await custodiansOf(independent), [])
  assert.equal(await accept(await admin(), await createRisk(independent.cookie, independent.id)), 200)

  const person = await join({ show: true })
  assert.deepEqual(await custodiansOf(person), [['admin of acme', 'invitation_link', null]])
  const people = await client.people()
  const [personRisk, custodianRisk] = [
    await createRisk(person.cookie, person.id),
    await createRisk(await admin(), String(people.admin)),
  ]
  assert.equal(await accept(await admin(), personRisk), 403, "the custodian, for the person's risk")
  assert.equal(await accept(person.cookie, custodianRisk), 403, "the person, for the custodian's risk")
  const sibling = await join({ show: true })
  assert.equal(await accept(sibling.cookie, personRisk), 403, 'a different person with the same custodian')
  assert.equal(await accept(independent.cookie, personRisk), 200, 'a person without that custodian')
})

test('a shown password reset link makes a custodian, who stays one after password changes', async () => {
  const person = await join()
  const body = { reason, show: true }
  const reset = await call(await admin(), 'POST', `/people/${person.id}/password-reset`, body)
  assert.equal(reset.status, 201, reset.text)
  assert.deepEqual(await custodiansOf(person), [['admin of acme', 'reset_link', null]])
  assert.equal(await accept(await admin(), await createRisk(person.cookie, person.id)), 403)
  const change = await call(person.cookie, 'POST', '/account/password', {
    currentPassword: ownPassword,
    newPassword: `another ${ownPassword}`,
  })
  assert.equal(change.status, 204, change.text)
  assert.deepEqual(await custodiansOf(person), [['admin of acme', 'reset_link', null]])
})

test('a second factor proved by a mailed link and a code releases custodians, but not for earlier records', async () => {
  const person = await join({ show: true })
  const before = await createRisk(person.cookie, person.id)
  const code = await enrol(person.cookie)
  assert.deepEqual(
    await custodiansOf(person),
    [['admin of acme', 'invitation_link', null]],
    'enrolment alone does not release them',
  )
  const token = await tokenOf(person.email)
  const confirm = (body: object) => call(person.cookie, 'POST', '/account/factor/confirm', body)
  assert.equal((await confirm({ token, code: '000000' })).status, 422, 'without the factor')
  assert.equal((await confirm({ token: 'v1.made.up', code: code(1) })).status, 422, 'without the mail')
  p.clock.advance(60_000)
  assert.equal((await confirm({ token, code: code(1) })).status, 204)
  assert.deepEqual(await custodiansOf(person), [['admin of acme', 'invitation_link', 'mail']])
  assert.equal(await accept(await admin(), await createRisk(person.cookie, person.id)), 200)
  assert.equal(await accept(await admin(), before), 403, 'created while either of them could act as the person')

  p.clock.advance(60_000)
  const removal = await call(person.cookie, 'DELETE', '/account/totp', { code: code() })
  assert.equal(removal.status, 204, removal.text)
  assert.deepEqual(
    await custodiansOf(person),
    [['admin of acme', 'invitation_link', null]],
    'without a factor, the password is enough again',
  )
})

test('a custodian who enrols their own factor is not released, not even when the person uses the mailed link', async () => {
  const person = await join({ show: true })
  // The administrator saw the link, so this session may be theirs.
  await enrol(person.cookie)
  const token = await tokenOf(person.email)
  const response = await call(person.cookie, 'POST', '/account/factor/confirm', { token, code: '123456' })
  assert.equal(response.status, 422)
  assert.deepEqual(await custodiansOf(person), [['admin of acme', 'invitation_link', null]])
})

test('an administrator who is not a custodian can confirm the factor instead, which ends sessions; a custodian cannot', async () => {
  const witness = await join({ role: 'admin' })
  const person = await join({ show: true })
  const path = `/people/${person.id}/factor/confirm`
  assert.equal((await call(witness.cookie, 'POST', path, { reason })).status, 422, 'there is no factor yet')
  await enrol(person.cookie)
  assert.equal((await call(await admin(), 'POST', path, { reason })).status, 403)
  assert.equal((await call(witness.cookie, 'POST', path, { reason })).status, 204)
  assert.deepEqual(await custodiansOf(person), [['admin of acme', 'invitation_link', 'administrator']])
  assert.equal((await call(person.cookie, 'GET', '/session')).status, 401)
})

test('two people with the same mailbox count as one, even after a mailed invitation', async () => {
  const alias = await join({ email: 'ad.min+alice@acme.example' })
  assert.deepEqual(await custodiansOf(alias), [['admin of acme', 'own_mailbox', null]])
})

test('an administrator who set a first password is a custodian; people from the provisioning file have no custodians', async () => {
  const body = { email: `set-${++counter}@acme.example`, name: 'Set', role: 'reviewer', password: ownPassword, reason }
  const { body: created } = await call(await admin(), 'POST', '/people', body)
  assert.deepEqual(await custodiansOf(created.person), [['admin of acme', 'initial_password', null]])
  const people = await client.people()
  assert.deepEqual(await custodiansOf({ id: String(people.reviewer) }), [])
})

test('custodians of people created before the upgrade do not count during the grace period', async () => {
  const person = await join({ show: true })
  await p.sql(`update custodian set applies_from = now() + interval '30 days' where person_id = $1`, [person.id])
  p.system.services.identities.forget()
  assert.equal(await accept(await admin(), await createRisk(person.cookie, person.id)), 200)
  await p.sql('update custodian set applies_from = now() where person_id = $1', [person.id])
  p.system.services.identities.forget()
  assert.equal(await accept(await admin(), await createRisk(person.cookie, person.id)), 403)
})

test('until a factor is proved, the session shows when custodians take effect, and administrators can list such people', async () => {
  const person = await join({ show: true, role: 'reviewer' })
  const applyFrom = async () => (await call(person.cookie, 'GET', '/session')).body.custodiansApplyFrom
  const findListed = async () => {
    const { people, total } = await client.get('admin', '/custodians')
    assert.equal(total, people.length)
    return people.find(({ id }: { id: string }) => id === person.id)
  }
  const { admin: adminId } = await client.people()
  const appliesFrom = await applyFrom()
  assert.deepEqual(await findListed(), {
    ...{ id: person.id, name: (await findListed()).name, email: person.email, role: 'reviewer', secondFactor: 'none' },
    ...{ appliesFrom, custodians: [{ id: adminId, name: 'admin of acme' }], custodianCount: 1 },
  })
  const signIn = await p.call('POST', '/api/workspace/session', {
    body: { email: person.email, password: ownPassword },
  })
  assert.equal(signIn.body.custodiansApplyFrom, appliesFrom)
  assert.equal('custodiansApplyFrom' in (await call(await admin(), 'GET', '/session')).body, false)
  assert.equal((await call(person.cookie, 'GET', '/custodians')).status, 403, 'for administrators')

  const later = new Date(Date.parse(appliesFrom) + 30 * 86_400_000).toISOString()
  await p.sql('update custodian set applies_from = $2 where person_id = $1', [person.id, later])
  assert.equal(Date.parse(await applyFrom()), Date.parse(later), 'during the grace period, the session shows its end')

  const code = await enrol(person.cookie)
  assert.equal((await findListed()).secondFactor, 'totp', 'enrolled is not proved')
  const token = await tokenOf(person.email)
  const confirmation = await call(person.cookie, 'POST', '/account/factor/confirm', { token, code: code(1) })
  assert.equal(confirmation.status, 204, confirmation.text)
  assert.deepEqual([await findListed(), await applyFrom()], [undefined, undefined])
})
