import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Type } from 'typebox'
import { tagDescriptions } from '#http/openapi/tags.ts'
import { openapi } from '#http/openapi.ts'
import { operationsOf } from '#http/operation.ts'
import { endpoints } from '#src/features.ts'
import { runTool } from '#test/static/tool.ts'
import { boot, type Probata } from '#test/system.ts'

const documents = (['machine', 'workspace'] as const).map(name => [name, openapi(name, endpoints)] as const)

let p: Probata
before(async () => {
  p = await boot({ provision: null })
})
after(() => p[Symbol.asyncDispose]())

interface Problem {
  readonly ruleId: string
  readonly severity: string
  readonly message: string
  readonly location: readonly { readonly pointer?: string }[]
}

const lint = (file: string): Problem[] => {
  process.env.REDOCLY_TELEMETRY = 'off'
  process.env.REDOCLY_SUPPRESS_UPDATE_NOTICE = 'true'
  const { output } = runTool('redocly', ['lint', '--config=redocly.yaml', '--format=json', file])
  return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)).problems
}

const problemLine = ({ severity, ruleId, message, location }: Problem): string =>
  `${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`

for (const [name, document] of documents) {
  test(`redocly reports no error or warning in the ${name} document`, async t => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'probata-document-'))
    const file = join(folder.path, `${name}.json`)
    await writeFile(file, JSON.stringify(document, null, 2))
    const problems = lint(file)
    for (const problem of problems) t.diagnostic(problemLine(problem))
    assert.deepEqual(problems.map(problemLine), [])
  })
}

test('every operation documents its responses, with an example of each error', () => {
  for (const [, { paths, components }] of documents) {
    for (const operation of Object.values(paths).flatMap(path => Object.values(path))) {
      const statuses = Object.keys(Object(operation.responses))
      assert.ok(statuses.includes('500'), `${operation.operationId}: ${statuses}`)
      assert.ok(
        statuses.some(status => /^[23]/.test(status)),
        `${operation.operationId}: ${statuses}`,
      )
    }
    for (const [name, response] of Object.entries(components.responses ?? {})) {
      const { 'application/json': json } = Object(response.content)
      assert.ok(Object.keys(json.examples).length > 0, name)
    }
  }
})

test('an operation with an id in its path may return 404', () => {
  const missing404 = operationsOf(endpoints).filter(
    ({ path, endpoint }) => /\{(?!(workspace|kind)\})/.test(path) && !endpoint.errors?.includes('not_found'),
  )
  assert.deepEqual(
    missing404.map(({ path }) => path),
    [],
  )
})

test('operation ids are unique in a document, and every tag is described', () => {
  for (const [name, { paths }] of documents) {
    const operations = Object.values(paths).flatMap(path => Object.values(path))
    const ids = operations.map(({ operationId }) => operationId)
    assert.equal(new Set(ids).size, ids.length, name)
    for (const { tags, operationId } of operations) {
      const [tag] = Array.isArray(tags) ? tags : []
      assert.ok(tagDescriptions[tag], `${operationId} has the tag ${tag}, which src/http/openapi/tags.ts does not know`)
    }
  }
})

test('the documents contain no keyword of our own validator, which standard tools would reject', () => {
  for (const [, document] of documents) assert.doesNotMatch(JSON.stringify(document), /"(trimmedLength|maxJsonBytes)":/)
})

test('two different schemas with one title are rejected', () => {
  const liveness = endpoints.find(({ name }) => name === 'getLiveness')
  assert.ok(liveness)
  const conflicting = {
    ...liveness,
    name: 'other',
    open: { path: '/other' },
    response: Type.Object({}, { title: 'HealthStatus' }),
  }
  assert.throws(() => openapi('machine', [liveness, conflicting]), /two different schemas have the title HealthStatus/)
})

test('the documents and the reference page are public and have an ETag', async () => {
  const paths = ['/api/openapi.json', '/api/workspace/openapi.json', '/docs/', '/docs/js/scalar.js']
  for (const path of paths) {
    const first = await p.call('GET', path)
    assert.equal(first.status, 200, path)
    assert.match(first.headers.get('cache-control') ?? '', /^public/)
    const etag = first.headers.get('etag') ?? ''
    const repeat = await p.call('GET', path, { headers: { 'if-none-match': etag } })
    assert.deepEqual([repeat.status, repeat.text], [304, ''], path)
    const otherTagResponse = await p.call('GET', path, { headers: { 'if-none-match': 'W/"other"' } })
    assert.equal(otherTagResponse.status, 200, path)
  }
})

test('a served document equals the snapshot, with the public address', async () => {
  for (const [path, name] of [
    ['/api/openapi.json', 'machine'],
    ['/api/workspace/openapi.json', 'workspace'],
  ] as const) {
    const { body } = await p.call('GET', path)
    assert.equal(body.servers[0].url, p.url)
    assert.deepEqual(body, JSON.parse(JSON.stringify(openapi(name, endpoints, p.url))))
  }
})

test('the reference page runs only its own script and contacts no other server', async () => {
  const redirect = await p.call('GET', '/docs')
  assert.deepEqual([redirect.status, redirect.headers.get('location')], [308, '/docs/'])
  const { headers, text } = await p.call('GET', '/docs/')
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /^default-src 'none'; script-src 'self' 'sha256-[A-Za-z0-9+/]{43}='; /)
  assert.match(policy, /connect-src 'self'; /)
  assert.doesNotMatch(policy.replace(/style-src 'self' 'unsafe-inline'/, ''), /unsafe|https?:|\*/)
  assert.doesNotMatch(text, /https?:\/\//)
  for (const setting of ['"telemetry": false', '"withDefaultFonts": false']) assert.ok(text.includes(setting), setting)
  for (const path of ['/api/openapi.json', '/api/workspace/openapi.json']) assert.ok(text.includes(path), path)
})
