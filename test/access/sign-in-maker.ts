import assert from 'node:assert/strict'
import type { Probata } from '#test/system.ts'
import type { Maker } from './maker.ts'

/** Rules for groups, and a policy for signing in, of a workspace. */
export const seedSignIn = async (p: Probata, maker: Maker): Promise<void> => {
  const cookie = await maker.session('admin')
  const reason = 'to see who may read it'
  const rules = [{ source: 'scim', group: maker.word(), role: 'auditor' }]
  for (const [path, body] of [
    ['/api/workspace/group-rules', { rules }],
    ['/api/workspace/sign-in-policy', { signIn: 'any', breakGlassIds: [] }],
  ] as const) {
    const { status, text } = await p.call('POST', path, { cookie, body: { ...body, reason } })
    assert.equal(status, 200, text)
  }
}
