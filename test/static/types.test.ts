import assert from 'node:assert/strict'
import test from 'node:test'
import { runTool } from './tool.ts'

for (const project of ['.', 'web'])
  test(`every file of ${project} type-checks`, () => {
    const { status, output } = runTool('tsc', ['-p', project, '--noEmit', '--pretty', 'false'])
    assert.equal(status, 0, output)
  })
