import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'

let probata: Probata
before(async () => {
  probata = await boot()
})
after(() => probata[Symbol.asyncDispose]())

test('a workspace refusal and each of its issues have a code and values', async () => {
  const cookie = await probata.signIn('admin@acme.example')
  const missingClaim = await probata.call('GET', '/api/workspace/claims/gec_00000000000000000000000000', { cookie })
  const { requestId: _, ...notFound } = missingClaim.body
  assert.deepEqual(notFound, {
    ...{ error: 'not_found', message: 'There is no such evidence claim.' },
    ...{ code: 'record.not_found', values: { record: 'evidence claim' } },
  })
  const body = { name: '', role: 'auditor', email: 'x', reason: 'a test of codes' }
  const { body: rejection } = await probata.call('POST', '/api/workspace/people', { cookie, body })
  assert.equal(rejection.code, 'request.invalid')
  const codes = rejection.issues.map(({ path, code }: { path: string[]; code: string }) => [path.join('.'), code])
  assert.deepEqual(new Map(codes).get('email'), 'field.plain_email')
})

test('a refusal without a session has a code, and so does one for an unknown path', async () => {
  const { body: anonymous } = await probata.call('GET', '/api/workspace/people')
  assert.deepEqual([anonymous.code, anonymous.values], ['session.required', {}])
  const cookie = await probata.signIn('auditor@acme.example')
  const { body: unknownPathBody } = await probata.call('GET', '/api/workspace/nowhere', { cookie })
  assert.equal(unknownPathBody.code, 'request.no_such_endpoint')
})

test('a refusal that an idempotency key repeats has its code again', async () => {
  const cookie = await probata.signIn('admin@acme.example')
  const send = () =>
    probata.call('DELETE', '/api/workspace/people/prs_00000000000000000000000000/sessions', {
      ...{ cookie, key: 'the-same-refusal', body: { reason: 'a test of codes' } },
    })
  const [first, repeat] = [await send(), await send()]
  assert.equal(first.body.code, 'record.not_found')
  assert.deepEqual([repeat.headers.get('idempotency-replayed'), repeat.text], ['true', first.text])
})

test('v1 keeps its five fields', async () => {
  const token = await probata.token('acme-scanner', 'governance.evidence:read')
  const claims = '/api/v1/governance/evidence/claims'
  const forbidden = await probata.call('POST', claims, { token, body: {}, key: 'a-test-of-fields' })
  assert.deepEqual(Object.keys(forbidden.body), ['error', 'message', 'requiredScope', 'requestId'])
  const badLimit = await probata.call('GET', `${claims}?limit=none`, { token })
  assert.deepEqual(Object.keys(badLimit.body), ['error', 'message', 'issues', 'requestId'])
  assert.deepEqual(Object.keys(badLimit.body.issues[0]), ['path', 'message'])
})
