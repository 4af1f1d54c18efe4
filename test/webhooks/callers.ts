import assert from 'node:assert/strict'
import type { ApiResponse, Probata } from '#test/system.ts'

/** A caller with a credential of acme that manages webhooks. */
export interface WebhookManager {
  get(path?: string): Promise<ApiResponse>
  /** Creates a webhook; returns its record. */
  create(url: string, events: readonly string[]): Promise<ApiResponse['body']>
  /** Calls a path below that of the webhooks, with a reason and an idempotency key. */
  send(method: string, path: string, body?: object): Promise<ApiResponse>
}

const reason = 'requested by the webhook owner test'
let keyCount = 0

const managerOf = (
  p: Probata,
  surface: 'v1' | 'workspace',
  caller: { token?: string; cookie?: string },
): WebhookManager => {
  const root = `/api/${surface}/webhooks`
  const send: WebhookManager['send'] = (method, path, body) =>
    p.call(method, root + path, { ...caller, key: `callers-key-${++keyCount}`, body: { reason, ...body } })
  return {
    get: (path = '') => p.call('GET', root + path, caller),
    async create(url, events) {
      const response = await send('POST', '', { url, events, name: `receiver at ${url}` })
      assert.equal(response.status, 201, response.text)
      return response.body.webhook
    },
    send,
  }
}

/** Returns a caller with a new token of a service account. `scope` narrows the token. */
export const machine = async (p: Probata, clientId: string, scope?: string): Promise<WebhookManager> =>
  managerOf(p, 'v1', { token: await p.token(clientId, scope) })

export const person = async (p: Probata, name = 'admin'): Promise<WebhookManager> =>
  managerOf(p, 'workspace', { cookie: await p.signIn(`${name}@acme.example`) })

/** An administrator's actions on service accounts. */
export interface ServiceAccountClient {
  /** Creates a service account; returns its client id and its id. */
  create(scopes: readonly string[]): Promise<{ readonly id: string; readonly clientId: string }>
  idOf(clientId: string): Promise<string>
  /** Posts `disable`, `enable` or `rotate-secret`. */
  postAction(id: string, action: string): Promise<void>
  grant(id: string, scopes: readonly string[]): Promise<void>
}

export const accountsOf = (p: Probata): ServiceAccountClient => {
  const root = '/api/workspace/service-accounts'
  const ask = async (method: string, path: string, body?: object) => {
    const cookie = await p.signIn('admin@acme.example')
    const response = await p.call(method, root + path, { cookie, ...(body && { body: { reason, ...body } }) })
    assert.ok(response.status < 300, response.text)
    return response.body
  }
  return {
    async create(scopes) {
      const { serviceAccount } = await ask('POST', '', { name: 'of a test', scopes })
      // Replaces the generated secret with one that the tests know.
      await p.sql(
        `update service_account a set secret_hash = b.secret_hash from service_account b
          where a.id = $1 and b.client_id = 'acme-scanner'`,
        [serviceAccount.id],
      )
      return serviceAccount
    },
    async idOf(clientId) {
      const { serviceAccounts } = await ask('GET', '')
      return serviceAccounts.find((one: { clientId: string }) => one.clientId === clientId).id
    },
    postAction: (id, action) => ask('POST', `/${id}/${action}`, {}),
    grant: (id, scopes) => ask('PATCH', `/${id}`, { scopes }),
  }
}

/** Asserts a 403 that names the scope. */
export const assertForbidden = ({ status, body, text }: ApiResponse, scope = 'governance.evidence:read'): void =>
  assert.deepEqual([status, body.error, body.requiredScope], [403, 'forbidden_scope', scope], text)
