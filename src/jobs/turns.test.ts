import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeTurns } from './turns.ts'

const organizations = ['a', 'b', 'c'].map(id => ({ id }))

test('each organization gets a turn before any gets its next one, and none after its work is done', async () => {
  const left: Record<string, number> = { a: 4, b: 1, c: 2 }
  const turns: string[] = []
  const errors = await takeTurns({ organizations, together: 1, mayContinue: () => true }, async id => {
    turns.push(id)
    left[id] = (left[id] ?? 0) - 1
    return left[id] > 0
  })
  assert.equal(turns.join(''), 'abcacaa')
  assert.deepEqual(errors, [])
})

test('an organization that fails gets no other turn and delays no other', async () => {
  const turns: string[] = []
  const errors = await takeTurns({ organizations, together: 1, mayContinue: () => true }, async id => {
    turns.push(id)
    if (id === 'a') throw new Error('broken')
    return turns.length < 5
  })
  assert.equal(turns.join(''), 'abcbcb')
  assert.deepEqual(
    errors.map(error => (error as Error).message),
    ['broken'],
  )
})

test('organizations side by side do not wait for each other, and no turn begins after the end', async () => {
  const turns: string[] = []
  const { promise: others, resolve } = Promise.withResolvers<void>()
  await takeTurns({ organizations, together: 2, mayContinue: () => turns.length < 6 }, async id => {
    turns.push(id)
    if (turns.length === 5) resolve()
    if (id === 'a' && turns.length < 5) await others
    return true
  })
  assert.equal(turns.slice(0, 5).join(''), 'abcbc')
  assert.equal(turns.length, 6)
})
