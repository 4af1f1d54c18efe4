import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operationsOf } from '#http/operation.ts'
import { endpoints } from '#src/features.ts'
import { access, type Observation, startObservation } from '#test/access/matrix.ts'
import { difference, readStored } from '#test/contract/snapshots.ts'

let observation: Observation
before(async () => {
  observation = await startObservation()
})
after(() => observation?.[Symbol.asyncDispose]())

const operations = operationsOf(endpoints)
/**
 * A few hundred requests per test, so that a hanging one is found within the test's time limit, even on a busy machine.
 */
const operationsPerTest = 25

for (let from = 0; from < operations.length; from += operationsPerTest) {
  const group = operations.slice(from, from + operationsPerTest)
  const [first, last] = [group.at(0), group.at(-1)].map(operation => `${operation?.method} ${operation?.path}`)
  test(`${first} to ${last} × ids of two organizations × six identities: no one gets access that they should not have`, async () => {
    const violations: string[] = []
    for (const index of group.keys()) violations.push(...(await observation.checkOperation(from + index)))
    assert.deepEqual(violations, [])
  })
}

test('every identity tries the decisions that need two people', async () => {
  assert.deepEqual(await observation.checkDecisions(), [])
})

test(`${access.file} has a row for every operation, and matches the responses`, t => {
  const matrix = observation.matrix()
  t.diagnostic(`${matrix.requests} requests with ${matrix.ids} ids`)
  const differences = difference(readStored(access), matrix.text)
  if (differences)
    assert.fail(`${access.file} differs; if that is intended, npm run snapshots rewrites it.\n${differences}`)
})

test('only the listed operations are public', () => {
  const publicOperations = operationsOf(endpoints).filter(operation => operation.access === 'public')
  assert.deepEqual(
    publicOperations.map(({ method, path }) => `${method} ${path}`),
    [
      'GET /api/calendar/{feed}',
      'GET /api/health/live',
      'GET /api/health/ready',
      'POST /api/room/enter',
      'GET /api/unsubscribe/{token}',
      'POST /api/unsubscribe/{token}',
      'POST /api/v1/auth/token',
      'POST /api/workspace/invitations/accept',
      'POST /api/workspace/invitations/look',
      'POST /api/workspace/session',
      'POST /api/workspace/session/back-channel-logout/{workspace}',
      'POST /api/workspace/session/choice',
      'GET /api/workspace/session/client-keys/{workspace}',
      'POST /api/workspace/session/forgot',
      'POST /api/workspace/session/passkey',
      'POST /api/workspace/session/passkey/challenge',
      'POST /api/workspace/session/single-sign-on',
      'POST /api/workspace/session/single-sign-on/callback',
      'POST /api/workspace/session/single-sign-on/code',
      'POST /api/workspace/setup',
      'POST /api/workspace/setup/look',
      'POST /api/workspace/unsubscribe',
      'POST /api/workspace/unsubscribe/look',
    ],
  )
})
