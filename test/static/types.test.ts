import assert from 'node:assert/strict'
import test from 'node:test'
import { runTool } from './tool.ts'

test('every file type-checks', () => {
  const { status, output } = runTool('tsc', ['--noEmit', '--pretty', 'false'])
  assert.equal(status, 0, output)
})
