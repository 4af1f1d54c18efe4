import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsOf } from '#http/operation.ts'
import { endpoints } from '#src/features.ts'
import { filledReason, isReasonAsked, reasonRules } from '#web/api/reasons.ts'

/** The workspace operations that have a reason in their request body. */
const operationsWithReason = operationsOf(endpoints).flatMap(({ endpoint, access }) => {
  const isForPeople = typeof access === 'object' && 'roles' in access
  return isForPeople && 'body' in endpoint && 'reason' in (endpoint.body?.properties ?? {}) ? [endpoint.name] : []
})

test('the web app asks for the reason, or fills it in, for every operation with a reason', () => {
  assert.ok(operationsWithReason.length > 150)
  assert.deepEqual(Object.keys(reasonRules).sort(), [...new Set(operationsWithReason)].sort())
})

test('a generated reason is a sentence that the server accepts, and it names the changed fields', () => {
  const operations = Object.keys(reasonRules) as (keyof typeof reasonRules)[]
  for (const operation of operations.filter(operation => !isReasonAsked({ operation })))
    assert.match(filledReason({ operation }, ['title']), /^[A-Z].+ in the web app\.$/, operation)
  assert.equal(
    filledReason({ operation: 'updateRisk' }, ['title', 'ownerId', 'reviewDueAt']),
    'Changed title, owner, review due date in the web app.',
  )
  assert.equal(filledReason({ operation: 'updateRisk' }, []), 'Saved without a change in the web app.')
})

test('setting a final status always asks for a reason, whatever the operation', () => {
  assert.equal(isReasonAsked({ operation: 'updateControl', status: 'retired' }), true)
  assert.equal(isReasonAsked({ operation: 'updateControl', status: 'active' }), false)
  assert.equal(
    filledReason({ operation: 'updateControl', status: 'active' }, []),
    'Set the status to active in the web app.',
  )
})
