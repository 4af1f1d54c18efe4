import assert from 'node:assert/strict'
import type { Client } from './client.ts'
import type { ApiResponse, Probata } from './system.ts'
import { defaultReason } from './workspace-client.ts'

/** A simulated identity provider of one workspace, which sends requests to a node. */
export interface Sender {
  readonly workspace: string
  readonly token: string
  readonly tokenId: string
  /** Calls a path below the workspace's SCIM URL. Sends a body as application/scim+json. */
  send(method: string, path: string, body?: unknown, node?: Pick<Client, 'call'>): Promise<ApiResponse>
  /** Calls a path and asserts success; returns the body of the response. */
  // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
  ok(method: string, path: string, body?: unknown, node?: Pick<Client, 'call'>): Promise<any>
  /** Creates a user; returns its id. */
  user(userName: string, over?: Readonly<Record<string, unknown>>): Promise<string>
}

const scimType = { 'content-type': 'application/scim+json' }

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'
const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group'

export const patch = (...Operations: readonly unknown[]) => ({ schemas: [patchUrn], Operations })

export const senderOf = (node: Pick<Client, 'call'>, workspace: string, token: string, tokenId = ''): Sender => {
  const sender: Sender = {
    workspace,
    token,
    tokenId,
    send: (method, path, body, targetNode = node) =>
      targetNode.call(method, `/scim/v2/${workspace}${path}`, {
        token,
        ...(body !== undefined && { body, headers: scimType }),
      }),
    async ok(method, path, body, targetNode) {
      const response = await sender.send(method, path, body, targetNode)
      assert.ok(response.status < 300, `${method} ${path}: ${response.status} ${response.text}`)
      return response.body
    },
    user: async (userName, over) =>
      (await sender.ok('POST', '/Users', { schemas: [userUrn], userName, active: true, ...over })).id,
  }
  return sender
}

/** Creates a provider with a new token that a workspace administrator has created. */
export const newSender = async (p: Client, admin = 'admin@acme.example'): Promise<Sender> => {
  const cookie = await p.signIn(admin)
  const { body: session } = await p.call('GET', '/api/workspace/session', { cookie })
  const body = { name: 'Entra ID', reason: defaultReason }
  const response = await p.call('POST', '/api/workspace/provisioning-tokens', { cookie, body })
  assert.equal(response.status, 201, response.text)
  return senderOf(p, session.organization.id.slice(4), response.body.token, response.body.provisioningToken.id)
}

/** Returns the events of the log, newest first, once all are written. */
export const eventsOf = async (p: Probata, admin = 'admin@acme.example') => {
  await p.system.services.scimLog.flush()
  const { body, text } = await p.call('GET', '/api/workspace/scim-events?limit=200', { cookie: await p.signIn(admin) })
  assert.ok(body.scimEvents, text)
  return body.scimEvents
}
