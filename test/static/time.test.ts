import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { timeViolations, unusedAllowances } from './time-rules.ts'
import { root } from './tool.ts'

const paths = globSync(['{test,demo,bench}/**/*.ts', 'src/**/*.test.ts'], { cwd: root }).sort()
const sources = new Map(paths.map(path => [path, readFileSync(join(root, path), 'utf8')]))

test('nothing in tests, demo and bench depends on the date or hour of today', () => {
  assert.ok(sources.has('test/static/time.test.ts'))
  const violations = [...sources].flatMap(([path, source]) => timeViolations(path, source))
  assert.equal(violations.length, 0, `\n${violations.join('\n')}`)
})

test('every exception is needed', () => assert.deepEqual(unusedAllowances(sources), []))

const forbidden = [
  "const key = 'backup-' + new Date().toISOString().slice(0, 10)",
  'const stamp = iso(clock.now()).slice(0, 10)',
  'const at = Date.now()',
  'const now = Date.now',
  'const today = Date()',
  "const [date] = moment.toISOString().split('T')",
  'const year = new Date(p.clock.now()).getUTCFullYear()',
  "const text = new Date(0).toLocaleDateString('en')",
  'mock.timers.enable({ now: Date.now() })',
]

for (const source of forbidden)
  test(`is detected: ${source}`, () => {
    const violations = timeViolations('test/browser/showcase.ts', `\n${source}`)
    assert.ok(violations.length > 0)
    for (const one of violations) assert.match(one, /^test\/browser\/showcase\.ts:2 /)
  })

const allowed = [
  'const at = iso(p.clock.now() + day)',
  "const due = new Date('2026-11-20T12:00:00Z')",
  '// Date.now() and new Date()',
  "const code = 'new Date()'",
  'const due = new Date(p.clock.now() + day)',
  'const first = text.slice(0, 10)',
]

for (const source of allowed)
  test(`is allowed: ${source}`, () => assert.deepEqual(timeViolations('test/browser/showcase.ts', source), []))
