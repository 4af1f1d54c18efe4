import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { scopes } from '#http/access.ts'
import { cataloguedEvents } from '#http/event.ts'
import { SecurityEvent } from '#shared/security-event.ts'
import { describeVariables } from '#src/config.ts'
import { endpoints } from '#src/features.ts'

test('every offered scope is required by an endpoint or event', () => {
  const requiredScopes = endpoints.flatMap(({ v1 }) => (v1 && v1.scope !== 'public' ? [v1.scope] : []))
  const eventScopes = cataloguedEvents().flatMap(({ scope }) => (scope ? [scope] : []))
  assert.deepEqual([...new Set([...requiredScopes, ...eventScopes])].sort(), [...scopes].sort())
})

test('every offered type of security event is recorded somewhere', () => {
  const root = join(import.meta.dirname, '../../src')
  const sources = globSync('features/**/*.ts', { cwd: root }).filter(file => !file.endsWith('.test.ts'))
  const code = sources.map(file => readFileSync(join(root, file), 'utf8')).join()
  const { enum: types } = JSON.parse(JSON.stringify(SecurityEvent.properties.type))
  assert.ok(types.length > 0)
  for (const type of types) assert.ok(code.includes(type), type)
})

test('every listed variable is used', () => {
  const documented = describeVariables()
  for (const name of ['OTEL_']) assert.ok(!documented.includes(name), name)
})
