import assert from 'node:assert/strict'
import { test } from 'node:test'
import { difference, readStored, snapshots } from './snapshots.ts'

for (const snapshot of snapshots) {
  test(`${snapshot.file} matches the program`, async () => {
    const changes = difference(readStored(snapshot), await snapshot.make())
    if (changes)
      assert.fail(`${snapshot.file} differs; if that is intended, npm run snapshots rewrites it.\n${changes}`)
  })
}

test('a difference shows the changed lines and two around them', () => {
  assert.equal(difference('a\nb\nc\nd\ne\nf\n', 'a\nb\nc\nd\nE\nf\n'), 'line 3:\n  c\n  d\n- e\n+ E\n  f\n  ')
  assert.equal(difference('same\n', 'same\n'), '')
  assert.equal(difference('', 'new\n'), 'line 1:\n+ new\n  ')
})
