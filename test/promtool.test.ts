import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { boot } from './system.ts'
import { findExecutable } from './tools.ts'

const promtool = findExecutable('promtool')

test('promtool reports no problem with the metrics', {
  skip: promtool ? false : 'promtool is missing',
}, async () => {
  await using p = await boot()
  await p.token('acme-scanner')
  const metrics = await (await fetch(`${p.url}/metrics`)).text()
  const { status, stdout, stderr } = spawnSync(promtool ?? '', ['check', 'metrics'], {
    input: metrics,
    encoding: 'utf8',
  })
  assert.deepEqual([status, `${stdout}${stderr}`], [0, ''])
})
