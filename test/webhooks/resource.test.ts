import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cataloguedEvents } from '#http/event.ts'
import '#src/features.ts'
import { resourceOf } from '#src/features/webhooks/engine/resource.ts'

const envelope = (data: object) =>
  `{"id":"evt_1","type":"a","createdAt":"","organization":{"id":"org_1","slug":"acme"},"data":${JSON.stringify(data)}}`

/** Event types without a record. A checkpoint is not a record, so each checkpoint is a resource of its own. */
const withoutRecord: ReadonlySet<string> = new Set(['ledger.checkpoint.published'])

test('every type of the catalogue is about the first record of its data', () => {
  for (const { type, example } of cataloguedEvents()) {
    const [record] = Object.values(example)
    assert.equal(resourceOf('evt_1', envelope(example)), withoutRecord.has(type) ? 'evt_1' : Object(record).id, type)
  }
})

test('an event without a record, and one that is no longer stored, is its own resource', () => {
  assert.equal(resourceOf('evt_1', envelope({})), 'evt_1')
  assert.equal(resourceOf('evt_1', ''), 'evt_1')
})
