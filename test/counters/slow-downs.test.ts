import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Difference } from '#bench/counters/table.ts'

const history = 'GET /api/workspace/claims/{}/history'
const risks = 'GET /api/v1/governance/risks'
const settings = 'GET /api/workspace/settings'

const count = async (): Promise<Record<string, Difference[]>> => {
  const program = join(import.meta.dirname, 'count-slow-downs.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, risks, settings, history])
  return JSON.parse(stdout)
}

/** Returns the cells of rows read, and of the columns that must match exactly. */
const cells = (differences: readonly Difference[] = []): string[] =>
  differences
    .filter(({ column }) => column !== 'allocated' && column !== 'buffers')
    .map(({ work, column, was, is }) => `${work}: ${column} ${is > was ? 'grew' : 'fell'}`)

test('the work counters report the cells that a slow-down affects', async () => {
  const differences = await count()
  assert.deepEqual(differences.nothing, [], 'without a slow-down, every cell is within its spread')
  assert.deepEqual(cells(differences['an index dropped']), [`${history}: read grew`])
  assert.deepEqual(
    cells(differences['an extra round trip']),
    [risks, settings, history].flatMap(work => [`${work}: statements grew`, `${work}: trips grew`]),
  )
  assert.deepEqual(
    cells(differences['prepared statements lost']),
    [risks, settings, history].map(work => `${work}: parsed grew`),
  )
})
