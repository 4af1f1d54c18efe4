import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { scopes } from '#api/access.ts'
import { cataloguedEvents } from '#api/event.ts'
import { SecurityEvent } from '#api/security-event.ts'
import { describeVariables } from '#src/config.ts'
import { endpoints } from '#src/features.ts'

test('the scopes that are offered are those that something asks for', () => {
  const asked = endpoints.flatMap(({ v1 }) => (v1 && v1.scope !== 'public' ? [v1.scope] : []))
  const read = cataloguedEvents().flatMap(({ scope }) => (scope ? [scope] : []))
  assert.deepEqual([...new Set([...asked, ...read])].sort(), [...scopes].sort())
})

test('no type of security event is offered that nothing records', () => {
  const root = join(import.meta.dirname, '../../src')
  const sources = globSync('features/**/*.ts', { cwd: root }).filter(file => !file.endsWith('.test.ts'))
  const code = sources.map(file => readFileSync(join(root, file), 'utf8')).join()
  const { enum: types } = JSON.parse(JSON.stringify(SecurityEvent.properties.type))
  assert.ok(types.length > 0)
  for (const type of types) assert.ok(code.includes(type), type)
})

test('no variable is listed that nothing uses', () => {
  const documented = describeVariables()
  for (const name of ['OTEL_']) assert.ok(!documented.includes(name), name)
})
