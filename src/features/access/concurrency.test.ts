import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { clientSecret, password } from '#test/fixture.ts'
import { locked } from '#test/locked.ts'
import { type ApiResponse, boot, type Probata, untilBlocked } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
})
after(() => p[Symbol.asyncDispose]())

type Send = () => Promise<ApiResponse>

/** Sends two requests that wait for the row lock of `lock`, `one` before or after `other`. Returns their responses. */
const sendInOrder = async (order: 'before' | 'after', lock: string, one: Send, other: Send) => {
  const requests = await locked(p, lock, async () => {
    const [first, second] = order === 'before' ? [one, other] : [other, one]
    const earlier = first()
    await untilBlocked(p, 1)
    const later = second()
    await untilBlocked(p, 2)
    return order === 'before' ? [earlier, later] : [later, earlier]
  })
  const [oneResponse, otherResponse] = await Promise.all(requests)
  assert.ok(oneResponse && otherResponse)
  return [oneResponse, otherResponse] as const
}

const signIn = (email: string) => p.call('POST', '/api/workspace/session', { body: { email, password } })
const cookieOf = ({ headers }: ApiResponse) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
const isSignedIn = async (response: ApiResponse): Promise<boolean> => {
  const cookie = cookieOf(response)
  return cookie !== '' && (await p.call('GET', '/api/workspace/session', { cookie })).status === 200
}

describe('a sign-in while the password is being changed', () => {
  for (const [role, order] of [
    ['auditor', 'before'],
    ['contributor', 'after'],
  ] as const)
    test(`does not open a lasting session: the sign-in takes the lock ${order} the change`, async () => {
      const email = `${role}@acme.example`
      const { cookie } = await client.signedIn(role)
      const body = { currentPassword: password, newPassword: `another ${password}` }
      const change = () => p.call('POST', '/api/workspace/account/password', { cookie, body })
      const lock = `select from person where record::json ->> 'email' = '${email}' for update`
      const startSignIn = () => signIn(email)
      const [signInResponse, changeResponse] = await sendInOrder(order, lock, startSignIn, change)
      assert.equal(changeResponse.status, 204, changeResponse.text)
      assert.equal(signInResponse.status, order === 'before' ? 200 : 401)
      assert.equal(await isSignedIn(signInResponse), false)
    })

  test('does not open a session for a person who is being disabled, even after they are enabled again', async () => {
    const email = 'reviewer@acme.example'
    const { reviewer } = await client.people()
    const setDisabled = (disabled: boolean) => client.ask('admin', 'PATCH', `/people/${reviewer}`, { disabled })
    const lock = `select from person where record::json ->> 'email' = '${email}' for update`
    const [signInResponse, disableResponse] = await sendInOrder(
      'after',
      lock,
      () => signIn(email),
      () => setDisabled(true),
    )
    assert.equal(disableResponse.status, 200, disableResponse.text)
    assert.equal((await setDisabled(false)).status, 200)
    assert.deepEqual([signInResponse.status, await isSignedIn(signInResponse)], [401, false])
  })
})

describe('a token request while the secret is being replaced', () => {
  for (const order of ['before', 'after'] as const)
    test(`leaves no usable token: the request takes the lock ${order} the change`, async () => {
      const clientId = order === 'before' ? 'acme-reader' : 'acme-second'
      const { serviceAccounts } = await client.get('admin', '/service-accounts')
      const { id } = serviceAccounts.find((account: { clientId: string }) => account.clientId === clientId)
      const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
      const issue = () => p.call('POST', '/api/v1/auth/token', { body: grant })
      const rotate = () => client.ask('admin', 'POST', `/service-accounts/${id}/rotate-secret`)
      const lock = `select from service_account where id = '${id}' for update`
      const [tokenResponse, rotation] = await sendInOrder(order, lock, issue, rotate)
      assert.equal(rotation.status, 200, rotation.text)
      assert.equal(tokenResponse.status, order === 'before' ? 200 : 401)
      if (order === 'after') return
      const token = tokenResponse.body.access_token
      const isRefused = async () =>
        (await p.call('GET', '/api/v1/governance/evidence/claims', { token })).status === 401
      assert.equal(await isRefused(), true)
    })
})
