import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type JsonChange, jsonChanges } from './json-changes.ts'

const cases: readonly (readonly [name: string, before: unknown, after: unknown, changes: readonly JsonChange[]])[] = [
  ['equal documents', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
  ['a new name', {}, { a: 1 }, [{ path: ['a'], change: 'added', after: 1 }]],
  ['a missing name', { a: null }, {}, [{ path: ['a'], change: 'removed', before: null }]],
  ['a changed value', { a: { b: 1 } }, { a: { b: 2 } }, [{ path: ['a', 'b'], change: 'changed', before: 1, after: 2 }]],
  ['a longer list', { a: [1] }, { a: [1, 2] }, [{ path: ['a', 1], change: 'added', after: 2 }]],
  ['an object in place of a list', { a: [] }, { a: {} }, [{ path: ['a'], change: 'changed', before: [], after: {} }]],
  ['a name of the prototype', {}, { constructor: 1 }, [{ path: ['constructor'], change: 'added', after: 1 }]],
]

for (const [name, before, after, changes] of cases)
  test(`${name} gives ${changes.length} changes`, () =>
    assert.deepEqual(jsonChanges(before, after, 10), { changes, omitted: 0 }))

test('changes beyond the limit are counted', () => {
  const { changes, omitted } = jsonChanges({}, { a: 1, b: 2, c: 3 }, 2)
  assert.deepEqual([changes.length, omitted], [2, 1])
})

test('the order of names does not matter', () => {
  assert.deepEqual(jsonChanges({ a: 1, b: { c: 1, d: 2 } }, { b: { d: 2, c: 1 }, a: 1 }, 10).changes, [])
})

/** Applies changes to a copy. A list shrinks from its end, so removed elements go last to first. */
const apply = (document: unknown, changes: readonly JsonChange[]): unknown => {
  const root = { document: structuredClone(document) }
  const ordered = [
    ...changes.filter(({ change }) => change !== 'removed'),
    ...changes.filter(({ change }) => change === 'removed').reverse(),
  ]
  for (const { path, change, after } of ordered) {
    const names = ['document', ...path]
    const parent = names
      .slice(0, -1)
      .reduce((value: Record<string | number, unknown>, name) => Object(value[name]), root)
    const name = names.at(-1) ?? ''
    if (change !== 'removed')
      Object.defineProperty(parent, name, { value: after, enumerable: true, configurable: true, writable: true })
    else if (Array.isArray(parent)) parent.pop()
    else delete parent[name]
  }
  return root.document
}

test('the changes turn one document into the other', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (before, after) => {
      const { changes } = jsonChanges(before, after, 10_000)
      assert.equal(
        JSON.stringify(sortNames(apply(before, changes))),
        JSON.stringify(sortNames(JSON.parse(JSON.stringify(after)))),
      )
    }),
  )
})

const sortNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortNames)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sortNames(inner)])
}
