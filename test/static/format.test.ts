import assert from 'node:assert/strict'
import test from 'node:test'
import { runTool } from './tool.ts'

test('every file is formatted and lint-free (`npm run format` mends most of it)', () => {
  const { status, output } = runTool('biome', ['check', '--error-on-warnings', '--max-diagnostics=100', '.'])
  assert.equal(status, 0, output)
})
