import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { scopes, servedScopes } from '#api/access.ts'
import { cataloguedEvents } from '#api/event.ts'
import { openapi } from '#api/openapi.ts'
import { SecurityEvent } from '#api/security-event.ts'
import { describeVariables } from '#src/config.ts'
import { endpoints } from '#src/features.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let cookie: string

before(async () => {
  p = await boot()
  cookie = await p.signIn('admin@acme.example')
})
after(() => p[Symbol.asyncDispose]())

const others = scopes.filter(scope => !servedScopes.some(served => served === scope))

test('the scopes that are offered are those that something asks for', () => {
  const asked = endpoints.flatMap(({ v1 }) => (v1 && v1.scope !== 'public' ? [v1.scope] : []))
  const read = cataloguedEvents().flatMap(({ scope }) => (scope ? [scope] : []))
  assert.deepEqual([...new Set([...asked, ...read])].sort(), [...servedScopes].sort())
})

test('no document, page or message names the others', async () => {
  const answer = await p.call('POST', '/api/workspace/service-accounts', {
    cookie,
    body: { name: 'x', scopes: ['governance.nothing:read'], reason: 'an account of a test' },
  })
  assert.equal(answer.status, 400)
  assert.match(answer.text, /must be one of governance\.evidence:read, /)
  const web = globSync('web/**/*.{ts,tsx}', { cwd: join(import.meta.dirname, '../..') })
  const texts = {
    message: answer.text,
    machine: JSON.stringify(openapi('machine', endpoints)),
    workspace: JSON.stringify(openapi('workspace', endpoints)),
    ...Object.fromEntries(web.map(file => [file, readFileSync(join(import.meta.dirname, '../..', file), 'utf8')])),
  }
  for (const [name, text] of Object.entries(texts))
    assert.deepEqual(
      others.filter(scope => text.includes(scope)),
      [],
      name,
    )
})

test('but who was given one has it, as the interface names it', async () => {
  const body = { name: 'later', scopes: ['governance.findings:write', 'governance.evidence:read'], reason: 'for later' }
  const given = await p.call('POST', '/api/workspace/service-accounts', {
    cookie,
    body: { ...body, reason: 'of a test of scopes' },
  })
  assert.deepEqual([given.status, given.body.serviceAccount?.scopes], [201, body.scopes])
  assert.ok(await p.token('acme-stranger', 'governance.controls:read'))
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
