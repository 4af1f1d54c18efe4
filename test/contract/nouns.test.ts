import assert from 'node:assert/strict'
import test from 'node:test'
import type { NounDeclaration } from '#family/noun.ts'
import { families } from '#src/features.ts'

type Declared = Pick<NounDeclaration<never>, 'writes'> & Readonly<Record<string, unknown>>

const declarations = families.flatMap(family => ('declared' in family ? [family.declared as Declared] : []))

const usesOf = (objects: readonly object[]): Map<string, number> => {
  const uses = new Map<string, number>()
  for (const key of objects.flatMap(Object.keys)) uses.set(key, (uses.get(key) ?? 0) + 1)
  return uses
}

test('a noun has at most twelve keys, and each is used by at least three families', () => {
  assert.ok(declarations.length >= 16)
  for (const uses of [usesOf(declarations), usesOf(declarations.map(({ writes }) => writes))]) {
    assert.ok(uses.size <= 12, [...uses.keys()].join())
    const rare = [...uses].filter(([, count]) => count < 3)
    assert.deepEqual(rare, [], 'an option that fewer families need belongs in a verb file')
  }
})
