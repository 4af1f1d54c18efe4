import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startMailServer } from '#test/mail-server.ts'
import { authenticator, totp } from '#test/newcomers.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

const reason = 'to see who could act as whom'
const mine = 'a password of my own'

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

interface Joined {
  readonly id: string
  readonly email: string
  readonly cookie: string
}

const cookieOf = (headers: Headers): string => headers.getSetCookie()[0]?.split(';')[0] ?? ''

/** The token in the mail that lets people prove their second factor. */
const tokenOf = async (email: string): Promise<string | undefined> =>
  /#factor=(\S+)/.exec(await server.letter(email, /#factor=/))?.[1]

let made = 0
/** A person whom the administrator invites; `show`: the administrator is shown the link as well. */
const join = async (
  over: { readonly show?: boolean; readonly email?: string; readonly role?: string } = {},
): Promise<Joined> => {
  const { email = `joined-${++made}@acme.example`, role = 'admin', show } = over
  const body = { email, name: `Joined ${made}`, role, ...(show !== undefined && { show }) }
  const invited = await client.ask('admin', 'POST', '/people/invitations', body)
  assert.deepEqual([invited.status, invited.body.invitation.mailed], [201, true], invited.text)
  assert.equal(typeof invited.body.url, show ? 'string' : 'undefined')
  const [, token] = /\/invitation#(\S+)/.exec(await server.letter(email, /\/invitation#/)) ?? []
  const accepted = await p.call('POST', '/api/workspace/invitations/accept', { body: { token, password: mine } })
  assert.equal(accepted.status, 201, accepted.text)
  return { id: accepted.body.person.id, email, cookie: cookieOf(accepted.headers) }
}

const custodiansOf = async ({ id }: Pick<Joined, 'id'>) => {
  const { custodians } = await client.get('auditor', `/people/${id}/custodians`)
  return custodians.map(({ name, why, releasedBy }: Record<string, unknown>) => [name, why, releasedBy])
}

/** A risk owned by a person, ready to be accepted. */
const riskOf = async (cookie: string, ownerId: string): Promise<string> => {
  const figures = { likelihood: 4, impact: 5, treatment: 'mitigate', residualLikelihood: 1, residualImpact: 2 }
  const body = { riskKey: `R${++made}`, title: 'An employee leaves', ownerId, reason, ...figures }
  const { status, body: risk, text } = await call(cookie, 'POST', '/risks', body)
  assert.equal(status, 201, text)
  for (const next of ['assessed', 'treated'])
    assert.equal((await call(cookie, 'PATCH', `/risks/${risk.id}`, { status: next, reason })).status, 200)
  return risk.id
}

const accept = async (cookie: string, riskId: string): Promise<number> =>
  (await call(cookie, 'POST', `/risks/${riskId}/accept`, { reason })).status

const enrol = async (cookie: string) => {
  const { body } = await call(cookie, 'POST', totp.replace('/api/workspace', ''), { currentPassword: mine })
  const code = authenticator(p.clock, body.otpauthUrl)
  assert.equal((await call(cookie, 'POST', '/account/totp/confirm', { code: code() })).status, 200)
  return code
}

const admin = async () => (await client.signedIn('admin')).cookie

test('a mailed link makes no custodian; a shown one does, and neither person decides anything of the other', async () => {
  const mailed = await join()
  assert.deepEqual(await custodiansOf(mailed), [])
  assert.equal(await accept(await admin(), await riskOf(mailed.cookie, mailed.id)), 200)

  const shown = await join({ show: true })
  assert.deepEqual(await custodiansOf(shown), [['admin of acme', 'invitation_link', null]])
  const people = await client.people()
  const [hers, his] = [await riskOf(shown.cookie, shown.id), await riskOf(await admin(), String(people.admin))]
  assert.equal(await accept(await admin(), hers), 403, 'the custodian, for a risk of the person')
  assert.equal(await accept(shown.cookie, his), 403, 'the person, for a risk of the custodian')
  const sibling = await join({ show: true })
  assert.equal(await accept(sibling.cookie, hers), 403, 'another person with the same custodian')
  assert.equal(await accept(mailed.cookie, hers), 200, 'another person')
})

test('a shown link to a new password makes a custodian, who remains one despite changes of the password', async () => {
  const person = await join()
  const body = { reason, show: true }
  const reset = await call(await admin(), 'POST', `/people/${person.id}/password-reset`, body)
  assert.equal(reset.status, 201, reset.text)
  assert.deepEqual(await custodiansOf(person), [['admin of acme', 'reset_link', null]])
  assert.equal(await accept(await admin(), await riskOf(person.cookie, person.id)), 403)
  const changed = await call(person.cookie, 'POST', '/account/password', {
    currentPassword: mine,
    newPassword: `another ${mine}`,
  })
  assert.equal(changed.status, 204, changed.text)
  assert.deepEqual(await custodiansOf(person), [['admin of acme', 'reset_link', null]])
})

test('a second factor releases them once a mailed link and a code prove its owner, but not for earlier records', async () => {
  const person = await join({ show: true })
  const before = await riskOf(person.cookie, person.id)
  const code = await enrol(person.cookie)
  assert.deepEqual(await custodiansOf(person), [['admin of acme', 'invitation_link', null]], 'not by itself')
  const token = await tokenOf(person.email)
  const confirm = (given: object) => call(person.cookie, 'POST', '/account/factor/confirm', given)
  assert.equal((await confirm({ token, code: '000000' })).status, 422, 'without the factor')
  assert.equal((await confirm({ token: 'v1.made.up', code: code(1) })).status, 422, 'without the mail')
  p.clock.advance(60_000)
  assert.equal((await confirm({ token, code: code(1) })).status, 204)
  assert.deepEqual(await custodiansOf(person), [['admin of acme', 'invitation_link', 'mail']])
  assert.equal(await accept(await admin(), await riskOf(person.cookie, person.id)), 200)
  assert.equal(await accept(await admin(), before), 403, 'created when either could have done it')

  p.clock.advance(60_000)
  const off = await call(person.cookie, 'DELETE', '/account/totp', { code: code() })
  assert.equal(off.status, 204, off.text)
  assert.deepEqual(await custodiansOf(person), [['admin of acme', 'invitation_link', null]], 'the password is enough')
})

test('a custodian is not released by enrolling a factor of their own, nor when the person follows the mail', async () => {
  const person = await join({ show: true })
  // The administrator was shown the link, so this session may be theirs.
  await enrol(person.cookie)
  const token = await tokenOf(person.email)
  const followed = await call(person.cookie, 'POST', '/account/factor/confirm', { token, code: '123456' })
  assert.equal(followed.status, 422)
  assert.deepEqual(await custodiansOf(person), [['admin of acme', 'invitation_link', null]])
})

test('an administrator who is not a custodian confirms it instead, which ends sessions; a custodian cannot', async () => {
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

test('two people with the same mailbox count as one, mailed or not', async () => {
  const alias = await join({ email: 'ad.min+alice@acme.example' })
  assert.deepEqual(await custodiansOf(alias), [['admin of acme', 'own_mailbox', null]])
})

test('an administrator who set a first password is a custodian; people of the provisioning file have none', async () => {
  const body = { email: `set-${++made}@acme.example`, name: 'Set', role: 'reviewer', password: mine, reason }
  const { body: created } = await call(await admin(), 'POST', '/people', body)
  assert.deepEqual(await custodiansOf(created.person), [['admin of acme', 'initial_password', null]])
  const people = await client.people()
  assert.deepEqual(await custodiansOf({ id: String(people.reviewer) }), [])
})

test('people created before the upgrade decide as before during days of grace', async () => {
  const person = await join({ show: true })
  await p.sql(`update custodian set applies_from = now() + interval '30 days' where person_id = $1`, [person.id])
  p.system.services.identities.forget()
  assert.equal(await accept(await admin(), await riskOf(person.cookie, person.id)), 200)
  await p.sql('update custodian set applies_from = now() where person_id = $1', [person.id])
  p.system.services.identities.forget()
  assert.equal(await accept(await admin(), await riskOf(person.cookie, person.id)), 403)
})

test('until a factor is proved, the session says when custodians begin to count, and administrators see who has some', async () => {
  const person = await join({ show: true, role: 'reviewer' })
  const applyFrom = async () => (await call(person.cookie, 'GET', '/session')).body.custodiansApplyFrom
  const listed = async () => {
    const { people, total } = await client.get('admin', '/custodians')
    assert.equal(total, people.length)
    return people.find(({ id }: { id: string }) => id === person.id)
  }
  const { admin: adminId } = await client.people()
  const from = await applyFrom()
  assert.deepEqual(await listed(), {
    ...{ id: person.id, name: (await listed()).name, email: person.email, role: 'reviewer', secondFactor: 'none' },
    ...{ appliesFrom: from, custodians: [{ id: adminId, name: 'admin of acme' }], custodianCount: 1 },
  })
  const opened = await p.call('POST', '/api/workspace/session', { body: { email: person.email, password: mine } })
  assert.equal(opened.body.custodiansApplyFrom, from)
  assert.equal('custodiansApplyFrom' in (await call(await admin(), 'GET', '/session')).body, false)
  assert.equal((await call(person.cookie, 'GET', '/custodians')).status, 403, 'for administrators')

  const later = new Date(Date.parse(from) + 30 * 86_400_000).toISOString()
  await p.sql('update custodian set applies_from = $2 where person_id = $1', [person.id, later])
  assert.equal(
    Date.parse(await applyFrom()),
    Date.parse(later),
    'during the days of grace the session says when they end',
  )

  const code = await enrol(person.cookie)
  assert.equal((await listed()).secondFactor, 'totp', 'enrolled is not proved')
  const token = await tokenOf(person.email)
  const shown = await call(person.cookie, 'POST', '/account/factor/confirm', { token, code: code(1) })
  assert.equal(shown.status, 204, shown.text)
  assert.deepEqual([await listed(), await applyFrom()], [undefined, undefined])
})
