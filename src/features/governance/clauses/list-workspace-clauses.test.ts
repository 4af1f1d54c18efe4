import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let frameworkId: string

const clauses = [
  ['5', 'Organization'],
  ['5.2', 'Information security policy'],
  ['5.10', 'Acceptable use of information'],
  ['8', 'Technology'],
  ['8.7', 'Protection against malware'],
] as const

const newFramework = async (key: string, rows: readonly (readonly [string, string])[]): Promise<string> => {
  const framework = await client.ask('admin', 'POST', '/frameworks', { frameworkKey: key, title: key })
  assert.equal(framework.status, 201, framework.text)
  const body = {
    clauses: rows.map(([clauseKey, title]) => ({ clauseKey, parentKey: null, title, text: '', isAssessable: true })),
  }
  const imported = await client.ask('admin', 'POST', `/frameworks/${framework.body.id}/clauses`, body)
  assert.ok(imported.status < 300, imported.text)
  return framework.body.id
}

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  frameworkId = await newFramework('first', clauses)
  await newFramework('second', [['9', 'Malware of another framework']])
  await p.system.runJob('seal-ledger')
  await p.system.runJob('index-records')
})
after(() => p[Symbol.asyncDispose]())

const read = (query: string) => client.get('auditor', `/frameworks/${frameworkId}/clauses?${query}`)
const keysOf = async (query: string): Promise<string[]> =>
  (await read(query)).clauses.map(({ clauseKey }: { clauseKey: string }) => clauseKey)

test('the clauses of a framework are searched by key and title, in its order, and counted', async () => {
  const all = clauses.map(([key]) => key)
  for (const [query, expected] of [
    ['', all],
    ['sort=place', all],
    ['sort=-place', all.toReversed()],
    ['search=information', ['5.2', '5.10']],
    ['search=malware', ['8.7']],
    ['search=malwrae', ['8.7']],
    ['search=5.10', ['5.10']],
    ['search=nothing', []],
  ] as const)
    assert.deepEqual(await keysOf(query), expected, query)
  assert.deepEqual((await read('total=true&limit=1')).pagination.total, { count: 5, exact: true })
  const first = await read('search=information&total=true&limit=1')
  assert.deepEqual(first.pagination.total, { count: 2, exact: true })
  assert.deepEqual(await keysOf(`search=information&cursor=${first.pagination.nextCursor}`), ['5.10'])
  assert.deepEqual((await read('sort=place')).clauses, (await read('')).clauses)
  const reused = await client.ask(
    'auditor',
    'GET',
    `/frameworks/${frameworkId}/clauses?search=malware&cursor=${first.pagination.nextCursor}`,
  )
  assert.deepEqual([reused.status, reused.body.error], [400, 'invalid_cursor'])
})
