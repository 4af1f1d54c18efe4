import assert from 'node:assert/strict'
import test from 'node:test'
import { runTool } from './tool.ts'

test('no file, export or dependency is unused, and every import is declared in package.json', () => {
  const { status, output } = runTool('knip', ['--no-progress'])
  assert.equal(status, 0, output)
})
