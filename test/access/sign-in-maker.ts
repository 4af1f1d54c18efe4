import assert from 'node:assert/strict'
import type { Probata } from '#test/system.ts'
import type { RecordFactory } from './maker.ts'

/** Sets a workspace's group rules and sign-in policy. */
export const seedSignIn = async (p: Probata, maker: RecordFactory): Promise<void> => {
  const cookie = await maker.session('admin')
  const reason = 'to see who may read it'
  const rules = [{ source: 'scim', group: maker.word(), role: 'auditor' }]
  const second = await maker.session('second')
  const must = async (status: number, callerCookie: string, path: string, body: object = {}) => {
    const response = await p.call('POST', `/api/workspace${path}`, { cookie: callerCookie, body: { ...body, reason } })
    assert.equal(response.status, status, response.text)
    return response.body
  }
  const { request } = await must(202, cookie, '/group-rules', { rules })
  await must(200, second, `/approval-requests/${request.id}/confirm`)
  await must(200, cookie, '/sign-in-policy', { signIn: 'any', breakGlassIds: [] })
}
