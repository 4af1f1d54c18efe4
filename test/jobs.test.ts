import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { minute } from '#lib/clock.ts'
import { jobs } from '#src/features.ts'

const documentedRows = async (): Promise<string[]> => {
  const text = await readFile(join(import.meta.dirname, '..', 'docs', 'operating.md'), 'utf8')
  const [, table = ''] = text.split('| job | a run normally lasts at most | why |\n')
  return table.split('\n\n')[0]?.match(/^\| `.*$/gm) ?? []
}

test('docs/operating.md states the duration of each job, and why', async () => {
  const rows = await documentedRows()
  assert.deepEqual(
    rows.map(row => row.split(' | ').slice(0, 2).join(' | ')).sort(),
    jobs.map(({ name, expected }) => `| \`${name}\` | ${expected / minute} min`).sort(),
  )
  for (const row of rows) assert.match(row, / \| .{20,} \|$/)
})
