import assert from 'node:assert/strict'
import type { ApiResponse } from './client.ts'
import type { ForgingProvider } from './forging-provider.ts'
import type { Probata } from './system.ts'

const path = '/api/workspace/session/single-sign-on/callback'

/**
 * Connects the account of a person, by default the reviewer, with their sign-on at acme's provider, in their own
 * session.
 */
export const raiseConnection = async (
  p: Probata,
  forger: ForgingProvider,
  email = 'reviewer@acme.example',
): Promise<ApiResponse> => {
  const session = await p.signIn(email)
  const start = await p.call('POST', '/api/workspace/account/sign-on', { cookie: session, body: {} })
  assert.equal(start.status, 200, start.text)
  const flow = start.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const body = { query: forger.signIn(start.body.url) }
  const callback = await p.call('POST', path, { cookie: `${flow}; ${session}`, body })
  assert.equal(callback.status, 200, callback.text)
  return callback
}
