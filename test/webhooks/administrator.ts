import assert from 'node:assert/strict'
import { minute } from '#lib/clock.ts'
import type { ApiResponse, Probata } from '#test/system.ts'

/** A person who calls the API of webhooks, below /api/workspace/webhooks. */
export interface Administrator {
  readonly get: (path: string, status?: number) => Promise<ApiResponse['body']>
  readonly post: (path: string, body?: object, status?: number) => Promise<ApiResponse['body']>
  readonly patch: (path: string, body: object, status?: number) => Promise<ApiResponse['body']>
  readonly remove: (path: string, status?: number) => Promise<ApiResponse['body']>
}

/** Returns an administrator's calls. The administrator signs in again when the clock has moved on. */
export const administratorOf = (p: Probata, slug = 'acme', role = 'admin'): Administrator => {
  let session = { cookie: '', until: 0 }
  const ask = async (method: string, path: string, status: number, body?: object) => {
    const now = p.clock.now()
    if (now > session.until) session = { cookie: await p.signIn(`${role}@${slug}.example`), until: now + 5 * minute }
    const options = body && { body: { reason: 'requested by a webhook test', ...body } }
    const response = await p.call(method, `/api/workspace/webhooks${path}`, { cookie: session.cookie, ...options })
    assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
    return response.body
  }
  return {
    get: (path, status = 200) => ask('GET', path, status),
    post: (path, body = {}, status = 200) => ask('POST', path, status, body),
    patch: (path, body, status = 200) => ask('PATCH', path, status, body),
    remove: (path, status = 204) => ask('DELETE', path, status, {}),
  }
}
