import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { operationsOf } from '#api/operation.ts'
import { endpoints } from '#src/features.ts'
import { access, type Matrix, observe } from '#test/access/matrix.ts'
import { difference, stored } from '#test/contract/snapshots.ts'

let matrix: Matrix

// Operations times ids: 42,550 requests took 123 s next to other work.
const timeout = 600_000

before(
  async () => {
    matrix = await observe()
  },
  { timeout },
)

test('every operation × ids of two organizations × six identities: nobody gets in where they do not belong', {
  timeout,
}, t => {
  t.diagnostic(`${matrix.requests} requests with ${matrix.ids} ids`)
  assert.deepEqual(matrix.violations, [])
})

test(`${access.file} has a row for every operation, and says what was answered`, () => {
  const changed = difference(stored(access), matrix.text)
  if (changed) assert.fail(`${access.file} differs; where that is meant, npm run snapshots writes it anew.\n${changed}`)
})

test('what is open to anybody is on this list', () => {
  const open = operationsOf(endpoints).filter(operation => operation.access === 'public')
  assert.deepEqual(
    open.map(({ method, path }) => `${method} ${path}`),
    [
      'GET /api/calendar/{feed}',
      'GET /api/health/live',
      'GET /api/health/ready',
      'POST /api/v1/auth/token',
      'POST /api/workspace/invitations/accept',
      'POST /api/workspace/invitations/look',
      'POST /api/workspace/session',
      'POST /api/workspace/session/choice',
      'POST /api/workspace/session/forgot',
      'POST /api/workspace/session/single-sign-on',
      'POST /api/workspace/session/single-sign-on/callback',
      'POST /api/workspace/setup',
      'POST /api/workspace/setup/look',
    ],
  )
})
