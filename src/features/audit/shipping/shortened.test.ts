import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortenJson } from './shorten-json.ts'

test('a long event stays JSON with its id, and records its original length', () => {
  const cases = [
    { id: 'sev_1', type: 'x', context: { code: 'a'.repeat(20_000) } },
    { id: 'sev_1', type: 'x', context: { names: Array.from({ length: 5000 }, (_, n) => `name ${n}`) } },
    { id: 'sev_1', type: 'x', context: { code: '😀"\\\u2028\n'.repeat(4000) } },
    { id: 'sev_1', type: 'x', context: Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`field${n}`, 'v'])) },
  ]
  for (const event of cases) {
    const text = JSON.stringify(event)
    for (const maxBytes of [8000, 500, 200]) {
      const shortened = shortenJson(text, maxBytes)
      assert.ok(Buffer.byteLength(shortened) <= maxBytes)
      assert.deepEqual([JSON.parse(shortened).id, JSON.parse(shortened).cut], ['sev_1', Buffer.byteLength(text)])
      assert.ok(!shortened.includes('\ufffd'))
    }
  }
})
