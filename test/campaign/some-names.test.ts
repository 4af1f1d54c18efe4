import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { patience } from '#test/until.ts'

test('a test run with a name pattern ends, although most files have no matching test', async () => {
  const files = ['src/lib/hash.test.ts', 'src/lib/merkle.test.ts', 'test/jobs.test.ts']
  const args = [join(import.meta.dirname, '..', 'run.ts'), ...files, '--test-name-pattern=operating']
  // The inner run must not use the file list of this run, nor add to its map.
  const outer = { PROBATA_TEST_QUEUE: undefined, PROBATA_TEST_REACH: undefined, NODE_TEST_CONTEXT: undefined }
  const env = { ...process.env, ...outer }
  const run = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'], timeout: patience })
  assert.match(await text(run.stdout), /✔ docs\/operating\.md states [\s\S]*^ℹ cancelled 0$/m)
})
