import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { Type } from 'typebox'
import { csvMedia, listShapeOf, maxCsvRows } from '#http/csv-list.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { operationsOf } from '#http/operation.ts'
import { pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { minute } from '#lib/clock.ts'
import { endpoints } from '#src/features.ts'
import { boot, type Probata } from './system.ts'
import { until } from './until.ts'
import { createWorkspaceClient, type WorkspaceClient } from './workspace-client.ts'

let p: Probata
let client: WorkspaceClient
before(async () => {
  p = await boot({ endpoints: [endless] })
  client = createWorkspaceClient(p)
})
after(() => p[Symbol.asyncDispose]())

const table = async (person: string, path: string): Promise<Record<string, string>[]> => {
  const { status, headers, text } = await client.ask(person, 'GET', path)
  assert.equal(status, 200, text)
  assert.equal(headers.get('content-type'), csvMedia)
  return parse(text, { bom: true, columns: true })
}

const framework = async (count: number, title = 'A framework') => {
  const body = { frameworkKey: `F-${title}-${count}`, title, status: 'active' }
  const response = await client.ask('contributor', 'POST', '/frameworks', body)
  assert.equal(response.status, 201, response.text)
  const clauses = Array.from({ length: count }, (_, i) => ({ clauseKey: `C${i}`, title: `Clause ${i}` }))
  const clausesResponse = await client.ask('contributor', 'POST', `/frameworks/${response.body.id}/clauses`, {
    clauses,
  })
  assert.equal(clausesResponse.status, 200, clausesResponse.text)
  return response.body.id as string
}

const lists = operationsOf(endpoints).filter(({ endpoint, surface }) => listShapeOf(endpoint, surface))

test('every list for people is also available as CSV', async () => {
  assert.ok(lists.length > 40, `${lists.length}`)
  for (const { path, endpoint } of lists) {
    // Skips lists within a record, which need its id, and a preview, which needs a schedule.
    if (path.includes('{') || /\/(attachments|comments|submission-schedule-preview)$/.test(path)) continue
    const requiredNames: readonly string[] = endpoint.query?.required ?? []
    const sample = (name: string) => Object(endpoint.query?.properties[name]).enum?.[0] ?? '2026-01-01T00:00:00.000Z'
    const query = requiredNames.map(name => `&${name}=${sample(name)}`).join('')
    const listPath = path.replace('/api/workspace', '')
    const { status, headers, text } = await client.ask('admin', 'GET', `${listPath}?format=csv${query}`)
    assert.equal(status, 200, `${path}: ${text}`)
    assert.equal(headers.get('content-type'), csvMedia, path)
    assert.match(
      headers.get('content-disposition') ?? '',
      /^attachment; filename="probata-[a-z-]+-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const rows = parse(text, { bom: true })
    assert.ok((rows[0]?.length ?? 0) > 1, `${path}: ${text.slice(0, 200)}`)
  }
})

test('a CSV file has the whole list, in its order, with the fields of its records', async () => {
  const id = await framework(450)
  const rows = await table('auditor', `/frameworks/${id}/clauses?format=csv`)
  assert.deepEqual(
    rows.map(({ clauseKey }) => clauseKey),
    Array.from({ length: 450 }, (_, i) => `C${i}`),
  )
  const { clauses } = await client.get('auditor', `/frameworks/${id}/clauses?limit=1`)
  assert.equal(rows[0]?.id, clauses[0].id)
  assert.equal(rows[0]?.['coverage.state'], clauses[0].coverage.state)
})

test("the CSV file takes the list's filters, and continues from a cursor", async () => {
  await client.ask('contributor', 'POST', '/frameworks', { frameworkKey: 'draft', title: 'A draft' })
  const drafts = await table('auditor', '/frameworks?status=draft&format=csv')
  assert.deepEqual(
    drafts.map(({ frameworkKey }) => frameworkKey),
    ['draft'],
  )
  const fullTable = await table('auditor', '/frameworks?format=csv')
  const { pagination } = await client.get('auditor', '/frameworks?limit=1')
  const remainingRows = await table('auditor', `/frameworks?format=csv&cursor=${pagination.nextCursor}`)
  assert.deepEqual(remainingRows, fullTable.slice(1))
})

test('a cell is never a formula', async () => {
  const formulas = ['=HYPERLINK("https://evil.example","x")', '+1', '-1', '@SUM(1)', 'fine;=1+1', 'two\n=1+1']
  for (const [i, description] of formulas.entries())
    await client.ask('contributor', 'POST', '/frameworks', { frameworkKey: `=evil${i}`, title: '=1', description })
  const rows = await table('auditor', '/frameworks?format=csv')
  const dangerousRows = rows.filter(({ frameworkKey }) => frameworkKey?.startsWith("'=evil"))
  assert.equal(dangerousRows.length, formulas.length)
  for (const cell of rows.flatMap(Object.values)) assert.doesNotMatch(cell, /(^|[;\t\r\n])\s*"*[=+@-]/)
})

test('the CSV list rejects the same requests as the list, before its first byte', async () => {
  const refusals = [
    ['auditor', '/frameworks?format=xml', 400],
    ['auditor', '/frameworks?format=csv&status=none', 400],
    ['auditor', '/frameworks?format=csv&cursor=x', 400],
    ['auditor', '/frameworks/gfw_0000000000000000000000000A/clauses?format=csv', 404],
    ['contributor', '/audit?format=csv', 403],
    ['auditor', '/people/invitations?format=csv', 403],
  ] as const
  for (const [person, path, expected] of refusals) {
    const { status, body, text } = await client.ask(person, 'GET', path)
    assert.equal(status, expected, `${path}: ${text}`)
    assert.ok(body.error, text)
  }
  const machine = await p.call('GET', '/api/v1/governance/evidence/claims?format=csv', {
    token: await p.token('acme-scanner'),
  })
  assert.equal(machine.status, 400, machine.text)
  const anonymousResponse = await p.call('GET', '/api/workspace/frameworks?format=csv')
  assert.equal(anonymousResponse.status, 401)
})

test('a CSV file contains nothing of another workspace', async () => {
  const otherWorkspace = createWorkspaceClient(p, 'globex')
  const { status, text } = await otherWorkspace.ask('auditor', 'GET', '/frameworks?format=csv')
  assert.equal(status, 200, text)
  assert.equal(parse(text, { bom: true, columns: true }).length, 0)
})

const endless = readEndpoint({
  name: 'listEndless',
  summary: 'A list that has no end',
  tag: 'Workspace',
  workspace: { path: '/endless', roles: ['admin', 'auditor'] },
  query: Type.Object({
    ...pageQuery,
    width: Type.Optional(Type.Integer({ maximum: 20_000 })),
    slow: Type.Optional(Type.Integer({ maximum: 1 })),
  }),
  response: Type.Object({
    numbers: Type.Array(Type.Object({ at: Type.Integer(), text: Type.String() })),
    pagination: Pagination,
  }),
  async run(_call, { query: { cursor = '0', limit = 50, width = 1, slow = 0 } }) {
    pagesRead++
    p.clock.advance(slow * minute)
    const numbers = Array.from({ length: limit }, (_, i) => ({ at: Number(cursor) + i, text: 'x'.repeat(width) }))
    return { numbers, pagination: { nextCursor: `${Number(cursor) + limit}` } }
  },
})

let pagesRead = 0

test('a HEAD request for a CSV file does not produce its content', async () => {
  pagesRead = 0
  const response = await p.call('HEAD', '/api/workspace/endless?format=csv', {
    headers: await client.signedIn('auditor'),
  })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), csvMedia)
  assert.equal(pagesRead, 1)
})

test('a CSV file begins with a byte order mark', async () => {
  const headers = await client.signedIn('auditor')
  const response = await fetch(`${p.url}/api/workspace/frameworks?format=csv`, { headers })
  assert.deepEqual([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)], [0xef, 0xbb, 0xbf])
})

test('a CSV file ends at its limit, and says where the next one begins', async () => {
  const { text } = await client.ask('auditor', 'GET', '/endless?format=csv')
  const lines = text.trimEnd().split('\r\n')
  assert.equal(lines.length, 1 + maxCsvRows + 1)
  assert.match(lines.at(-1) ?? '', /^"The list continues\. .* cursor=50000"$/)
  const [, firstLine] = (await client.ask('auditor', 'GET', '/endless?format=csv&cursor=50000')).text.split('\r\n')
  assert.equal(firstLine, '50000,x')
})

test('a CSV file that takes too long ends, and says where the next one begins', async () => {
  const { text } = await client.ask('auditor', 'GET', '/endless?format=csv&slow=1')
  const lines = text.trimEnd().split('\r\n')
  assert.equal(lines.length, 1 + 5 * 200 + 1)
  assert.match(lines.at(-1) ?? '', /^"The list continues\. .* cursor=1000"$/)
})

test('a CSV file is read page by page as it is sent, and no further once its reader disconnects', async () => {
  const id = await framework(1, 'A catalog')
  const headers = await client.signedIn('auditor')
  const open = () => {
    const abort = new AbortController()
    const url = `${p.url}/api/workspace/endless?format=csv&width=20000`
    return fetch(url, { headers, signal: abort.signal }).then(response => ({ response, abort }))
  }
  pagesRead = 0
  const [first, second] = await Promise.all([open(), open()])
  assert.deepEqual([first.response.status, second.response.status], [200, 200])
  const third = await client.ask('auditor', 'GET', '/endless?format=csv')
  assert.equal(third.status, 429, third.text.slice(0, 200))
  assert.equal(third.headers.get('retry-after'), '5')
  const { status } = await client.ask('auditor', 'GET', `/frameworks/${id}/oscal`)
  assert.equal(status, 429, 'the catalog is available as CSV too')
  assert.equal((await client.ask('admin', 'GET', '/frameworks?format=csv')).status, 200)
  first.abort.abort()
  second.abort.abort()
  await until(
    'both slots are free again',
    async () => (await client.ask('auditor', 'GET', '/frameworks?format=csv')).status === 200,
  )
  assert.ok(pagesRead < 100, `${pagesRead} of 500 pages of 4 MB were read for clients that read nothing`)
})
