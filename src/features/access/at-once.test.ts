import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { clientSecret, password } from '#test/fixture.ts'
import { locked } from '#test/locked.ts'
import { type Answer, boot, type Probata, untilBlocked } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
})
after(() => p[Symbol.asyncDispose]())

type Send = () => Promise<Answer>

/** The answers to two requests that wait for the lock of `lock`: `one` is sent before or after `other`. */
const inOrder = async (order: 'before' | 'after', lock: string, one: Send, other: Send) => {
  const sent = await locked(p, lock, async () => {
    const [first, second] = order === 'before' ? [one, other] : [other, one]
    const earlier = first()
    await untilBlocked(p, 1)
    const later = second()
    await untilBlocked(p, 2)
    return order === 'before' ? [earlier, later] : [later, earlier]
  })
  const [answer, beside] = await Promise.all(sent)
  assert.ok(answer && beside)
  return [answer, beside] as const
}

const signIn = (email: string) => p.call('POST', '/api/workspace/session', { body: { email, password } })
const cookieOf = ({ headers }: Answer) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
const isIn = async (answer: Answer): Promise<boolean> => {
  const cookie = cookieOf(answer)
  return cookie !== '' && (await p.call('GET', '/api/workspace/session', { cookie })).status === 200
}

describe('a sign-in while the password is being changed', () => {
  for (const [who, order] of [
    ['auditor', 'before'],
    ['contributor', 'after'],
  ] as const)
    test(`opens no session that lasts: the sign-in waits ${order} the change`, async () => {
      const email = `${who}@acme.example`
      const { cookie } = await client.signedIn(who)
      const body = { currentPassword: password, newPassword: `another ${password}` }
      const change = () => p.call('POST', '/api/workspace/account/password', { cookie, body })
      const lock = `select from person where record::json ->> 'email' = '${email}' for update`
      const enter = () => signIn(email)
      const [entered, changed] = await inOrder(order, lock, enter, change)
      assert.equal(changed.status, 204, changed.text)
      assert.equal(entered.status, order === 'before' ? 200 : 401)
      assert.equal(await isIn(entered), false)
    })

  test('opens no session for a person who is being disabled, even once they are enabled again', async () => {
    const email = 'reviewer@acme.example'
    const { reviewer } = await client.people()
    const disable = (disabled: boolean) => client.ask('admin', 'PATCH', `/people/${reviewer}`, { disabled })
    const lock = `select from person where record::json ->> 'email' = '${email}' for update`
    const [entered, disabled] = await inOrder(
      'after',
      lock,
      () => signIn(email),
      () => disable(true),
    )
    assert.equal(disabled.status, 200, disabled.text)
    assert.equal((await disable(false)).status, 200)
    assert.deepEqual([entered.status, await isIn(entered)], [401, false])
  })
})

describe('a token request while the secret is being replaced', () => {
  for (const order of ['before', 'after'] as const)
    test(`leaves no usable token: the request waits ${order} the change`, async () => {
      const clientId = order === 'before' ? 'acme-reader' : 'acme-second'
      const { serviceAccounts } = await client.get('admin', '/service-accounts')
      const { id } = serviceAccounts.find((one: { clientId: string }) => one.clientId === clientId)
      const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
      const issue = () => p.call('POST', '/api/v1/auth/token', { body: grant })
      const rotate = () => client.ask('admin', 'POST', `/service-accounts/${id}/rotate-secret`)
      const lock = `select from service_account where id = '${id}' for update`
      const [issued, rotated] = await inOrder(order, lock, issue, rotate)
      assert.equal(rotated.status, 200, rotated.text)
      assert.equal(issued.status, order === 'before' ? 200 : 401)
      if (order === 'after') return
      const token = issued.body.access_token
      const isRefused = async () =>
        (await p.call('GET', '/api/v1/governance/evidence/claims', { token })).status === 401
      assert.equal(await isRefused(), true)
    })
})
