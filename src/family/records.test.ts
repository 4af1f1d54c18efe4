import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { nullable, number, statements, text } from '#db/statement.ts'
import type { Change } from '#http/call.ts'
import { records } from './records.ts'

const Trial = Type.Object({
  id: Type.String(),
  trialKey: Type.String(),
  title: Type.String(),
  endsAt: Type.String(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
})

const trials = records({
  table: 'test_trial',
  label: 'trial',
  prefix: 'xtr',
  record: Trial,
  columns: ['trialKey', 'endsAt'],
  beside: { leftDays: number, ownerId: nullable(text) },
  people: ['ownerId'],
  key: 'trialKey',
})

test("a family's statements are derived from its declaration", () => {
  const sqlOf = (name: string) => statements().get(name)?.text.replaceAll(/\s+/g, ' ')
  assert.equal(
    sqlOf('insert_test_trial'),
    'insert into test_trial (organization_id, id, trial_key, ends_at, left_days, owner_id, record) values ($1, $2, $3, $4, $5, $6, $7)',
  )
  // An update never writes the key.
  assert.equal(
    sqlOf('update_test_trial'),
    'update test_trial set ends_at = $3, left_days = $4, owner_id = $5, record = $6 where organization_id = $1 and id = $2',
  )
  const select =
    /^select id, record, left_days, owner_id, case when owner_id is not null then coalesce\(.+\) end as name_of_owner_id from test_trial /
  for (const [name, by] of Object.entries({ lock_test_trial: 'id', lock_test_trial_by_key: 'trial_key' })) {
    assert.match(sqlOf(name) ?? '', select)
    assert.ok(sqlOf(name)?.endsWith(`where organization_id = $1 and ${by} = $2 for update`))
  }
})

test('reading a row returns its values under the declared names', () => {
  const one = { id: 'xtr_1', trialKey: 'A', title: 'T', endsAt: 'e', createdAt: 'c', updatedAt: 'u' }
  const record = JSON.stringify(one)
  assert.deepEqual(trials.read({ id: 'xtr_1', record, left_days: 3, owner_id: 'prs_1', name_of_owner_id: 'Ann' }), {
    id: 'xtr_1',
    record,
    fields: one,
    beside: { leftDays: 3, ownerId: 'prs_1' },
    names: { ownerId: 'Ann' },
  })
})

// This function is only type-checked and never called.
export const refusedByTheTypeCheck = async (change: Change): Promise<void> => {
  const input = { trialKey: 'A', title: 'T', endsAt: 'e' }
  trials.insert(change, input, { leftDays: 1, ownerId: null })
  // @ts-expect-error A column is missing.
  trials.insert(change, input, { leftDays: 1 })
  // @ts-expect-error A field is missing.
  trials.insert(change, { trialKey: 'A', title: 'T' }, { leftDays: 1, ownerId: null })
  // @ts-expect-error A string is not a number.
  trials.insert(change, input, { leftDays: '1', ownerId: null })
  const present = await trials.lock(change, 'xtr_1')
  trials.update(change, present, { title: 'U' }, { leftDays: present.beside.leftDays + 1 })
  // @ts-expect-error There is no such field.
  trials.update(change, present, { name: 'U' })
  // @ts-expect-error There is no such column.
  trials.update(change, present, {}, { rightDays: 1 })
  // @ts-expect-error The caller cannot set the id.
  trials.insert(change, { ...input, id: 'xtr_2' }, { leftDays: 1, ownerId: null })
}
