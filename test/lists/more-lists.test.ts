import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { createFindingsClient } from '#test/findings-client.ts'
import { createPolicies, type Policies } from '#test/policies.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let acme: Policies

before(async () => {
  p = await boot()
  acme = await createPolicies(p)
})
after(() => p[Symbol.asyncDispose]())

const index = async () => {
  await p.system.runJob('seal-ledger')
  await p.system.runJob('index-records')
}

const read = (path: string) => acme.client.get('admin', path)

const titlesOf = async (path: string, plural: string): Promise<string[]> =>
  (await read(path))[plural].map(({ title }: { title: string }) => title)

test('campaigns are sorted by title and due date, searched and counted', async () => {
  for (const [title, days] of [
    ['Travel', 3],
    ['Äpfel for all', 9],
    ['Clean desk', 6],
  ] as const)
    await acme.campaign({ ...(await acme.published('Text', { title })), dueAt: iso(p.clock.now() + days * day) })
  await index()
  for (const [query, expected] of [
    ['sort=title', ['Äpfel for all', 'Clean desk', 'Travel']],
    ['sort=dueAt', ['Travel', 'Clean desk', 'Äpfel for all']],
    ['sort=-dueAt&status=running', ['Äpfel for all', 'Clean desk', 'Travel']],
    ['search=clean', ['Clean desk']],
    ['search=apfel&status=ended', []],
  ] as const)
    assert.deepEqual(await titlesOf(`/policy-campaigns?${query}`, 'campaigns'), expected, query)
  assert.deepEqual((await read('/policy-campaigns?total=true&limit=1')).pagination.total, { count: 3, exact: true })
})

test('approval requests are sorted by title, searched and counted', async () => {
  await acme.must('admin', 200, 'PATCH', '/settings', { secondPerson: true })
  for (const [controlKey, title] of [
    ['C-1', 'Restores'],
    ['C-2', 'Backups'],
  ]) {
    const body = { controlKey, title, status: 'active' }
    const { id } = await acme.must('contributor', 201, 'POST', '/controls', body)
    await acme.must('admin', 201, 'POST', '/approval-requests', { kind: 'control_retirement', resourceId: id })
  }
  await index()
  const sorted = await titlesOf('/approval-requests?sort=title', 'approvalRequests')
  assert.equal(sorted.length, 2)
  assert.deepEqual(await titlesOf('/approval-requests?sort=-title', 'approvalRequests'), sorted.toReversed())
  const found = await titlesOf('/approval-requests?search=backups', 'approvalRequests')
  assert.deepEqual(
    found.map(title => title.includes('Backups')),
    [true],
  )
  assert.deepEqual((await read('/approval-requests?total=true&status=open')).pagination.total, {
    count: 2,
    exact: true,
  })
})

test('risks are sorted by the present name of their owner, page by page; a rename moves them', async () => {
  const { people } = await read('/people?sort=name')
  const [first, second] = people
  for (const [riskKey, ownerId] of [
    ['R-1', second.id],
    ['R-2', null],
    ['R-3', first.id],
    ['R-4', second.id],
  ])
    await acme.must('contributor', 201, 'POST', '/risks', { riskKey, title: riskKey, ownerId })
  const keysOf = async (sort: string): Promise<string[]> => {
    const keys: string[] = []
    for (let cursor = ''; ; ) {
      const { risks, pagination } = await read(`/risks?sort=${sort}&limit=1${cursor}`)
      keys.push(...risks.map((risk: { riskKey: string }) => risk.riskKey))
      if (!pagination.nextCursor) return keys
      cursor = `&cursor=${pagination.nextCursor}`
    }
  }
  assert.deepEqual(await keysOf('owner'), ['R-3', 'R-1', 'R-4', 'R-2'])
  assert.deepEqual(await keysOf('-owner'), ['R-4', 'R-1', 'R-3', 'R-2'])
  await acme.must('admin', 200, 'PATCH', `/people/${first.id}`, { name: 'Zoe' })
  assert.deepEqual(await keysOf('owner'), ['R-1', 'R-4', 'R-3', 'R-2'])
  const reader = await createFindingsClient(p, 'acme', 'admin', { scopes: ['governance.risks:read'] })
  const machine = await reader.machine('GET', '/risks?sort=owner')
  assert.deepEqual(
    machine.body.risks?.map((risk: { riskKey: string }) => risk.riskKey),
    ['R-1', 'R-4', 'R-3', 'R-2'],
    machine.text,
  )
})
