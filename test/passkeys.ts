import { createAuthenticator, type Deviation } from './authenticator.ts'
import type { ApiResponse, Probata } from './system.ts'

export const session = '/api/workspace/session'
export const account = '/api/workspace/account/passkeys'

export type Key = ReturnType<typeof createAuthenticator>

export const cookiesOf = ({ headers }: ApiResponse): string[] =>
  headers.getSetCookie().map(line => line.split(';')[0] ?? '')
/** Returns the cookie in which the browser keeps a challenge. */
export const flowOf = (response: ApiResponse): string =>
  cookiesOf(response).find(cookie => cookie.startsWith('probata_passkey=')) ?? ''

export const newKey = (p: Probata): Key => createAuthenticator(p.system.url, new URL(p.system.url).hostname)

/** Adds a passkey to the login of a session. */
export const addPasskey = async (p: Probata, cookie: string, over: Deviation = {}, key = newKey(p)) => {
  const challenge = await p.call('POST', `${account}/challenge`, { cookie })
  if (challenge.status !== 200) return { key, answer: challenge }
  const body = { name: 'My key', ...key.make(challenge.body, over) }
  return { key, answer: await p.call('POST', account, { cookie: `${cookie}; ${flowOf(challenge)}`, body }) }
}

/** Requests a new challenge; returns the response of a passkey to it, and the matching cookie. */
export const proving = async (p: Probata, key: Key, over: Deviation = {}) => {
  const challenge = await p.call('POST', `${session}/passkey/challenge`, {})
  return { cookie: flowOf(challenge), passkey: key.prove(challenge.body, over) }
}

export const enterWithPasskey = async (p: Probata, key: Key, over: Deviation = {}): Promise<ApiResponse> => {
  const { cookie, passkey } = await proving(p, key, over)
  return p.call('POST', `${session}/passkey`, { cookie, body: { passkey } })
}
