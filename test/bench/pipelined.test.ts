import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScript } from '#bench/create.ts'
import { pipelineScript } from '#bench/pipelined.ts'
import { recordEventScript } from '#bench/record-event.ts'

test('the scripts of the floors give every parameter of their statements a value', () => {
  // Building a script throws if a parameter has no value, so this test reports a new parameter before any benchmark
  // runs.
  assert.match(createScript, /insert into evidence_claim/)
  assert.match(recordEventScript, /update submission_package/)
})

test('a value too many or too few is refused', () => {
  assert.throws(() => pipelineScript([], [['bind_organization', [':org', `'*'`]]]), /parameter \$3 without a value/)
  assert.throws(
    () => pipelineScript([], [['bind_organization', [':org', `'*'`, `''`, `''`]]]),
    /has 3 parameters and 4 values/,
  )
})
