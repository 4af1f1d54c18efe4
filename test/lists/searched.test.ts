import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createFindingsClient, type FindingsClient } from '#test/findings-client.ts'
import { claimInput } from '#test/fixture.ts'
import { prover, textFile } from '#test/proof.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { copyRecord } from './copies.ts'

type Fields = Readonly<Record<string, unknown>>

let p: Probata
let acme: FindingsClient
let globex: WorkspaceClient

before(async () => {
  p = await boot()
  acme = await createFindingsClient(p)
  globex = createWorkspaceClient(p, 'globex')
})
after(() => p[Symbol.asyncDispose]())

const index = async () => {
  await p.system.runJob('seal-ledger')
  await p.system.runJob('index-records')
}

const send = async (path: string, body: Fields, method = 'POST', person = 'admin'): Promise<string> => {
  const answer = await acme.ask(person, method, path, body)
  assert.ok(answer.status < 300, `${path}: ${answer.text}`)
  return answer.body.id
}

const newClaim = (claimKey: string, title: string, person?: string) =>
  send('/claims', { ...claimInput(claimKey), title, sourceResourceId: `job-of-${claimKey}` }, 'POST', person)

const search = (path: string, text: string, query = '', person = 'admin', client: WorkspaceClient = acme) =>
  client.get(person, `${path}?${new URLSearchParams({ search: text })}${query}`)

const keysOf = async (text: string, query?: string, person?: string): Promise<string[]> =>
  (await search('/claims', text, query, person)).claims.map((claim: { claimKey: string }) => claim.claimKey)

test('a list is searched by title, key, source, file name and person, with other filters and in any order', async () => {
  await newClaim('vaduz-1', 'Weekly failover of the Zürich cluster')
  await newClaim('vaduz-2', 'Failover of the Bern cluster', 'contributor')
  await newClaim('vaduz-3', 'Restore of the Zürich cluster', 'contributor')
  const { people } = await acme.get('admin', '/people')
  const reviewer = people.find(({ email }: { email: string }) => email === 'second.reviewer@acme.example')
  const { claims } = await acme.get('admin', '/claims?claimKey=vaduz-3')
  await send(`/claims/${claims[0].id}/assign`, { reviewerId: reviewer.id })
  const token = await p.token('acme-scanner')
  const scanned = await acme.claim('vaduz-4', { title: 'Report' })
  await prover(p, () => token).attach(scanned, textFile('42 tapes', 'tape_inventory-2026.txt'))
  await index()
  for (const [text, query, expected] of [
    ['zurich', '', ['vaduz-3', 'vaduz-1']],
    ['ZÜRICH clus', '&sort=title', ['vaduz-3', 'vaduz-1']],
    ['failover', '&sort=title', ['vaduz-2', 'vaduz-1']],
    ['failover', '&sort=-title', ['vaduz-1', 'vaduz-2']],
    ['vaduz', '&sort=claimKey', ['vaduz-1', 'vaduz-2', 'vaduz-3', 'vaduz-4']],
    ['vaduz-2', '', ['vaduz-2']],
    ['job-of-vaduz-1', '', ['vaduz-1']],
    ['tape inventory', '', ['vaduz-4']],
    ['contributor cluster', '&sort=claimKey', ['vaduz-2', 'vaduz-3']],
    ['failover', '&status=accepted', []],
    ['failover', '&createdAtTo=2001-01-01T00:00:00Z', []],
    ['weekly restore', '', []],
    ['?!', '', []],
  ] as const)
    assert.deepEqual(await keysOf(text, query), expected, `${text} ${query}`)
  const assigned = await acme.get('admin', `/claims?assigneeId=${reviewer.id}`)
  const keys = assigned.claims.map(({ claimKey }: { claimKey: string }) => claimKey)
  assert.ok(keys.includes('vaduz-3'))
  assert.deepEqual(await keysOf('second reviewer vaduz'), keys)
})

test('a search continues over pages, counts its matches and is the same as CSV', async () => {
  const first = await search('/claims', 'vaduz', '&sort=-claimKey&limit=3&total=true')
  assert.deepEqual(first.pagination.total, { count: 4, exact: true })
  assert.deepEqual(first.pagination.search, { similar: false, current: true })
  const cursor = `&cursor=${first.pagination.nextCursor}`
  assert.deepEqual(await keysOf('vaduz', `&sort=-claimKey&limit=3${cursor}`), ['vaduz-1'])
  const { text } = await acme.ask('admin', 'GET', '/claims?search=vaduz&sort=-claimKey&format=csv&total=true')
  const lines = text.trimEnd().split('\r\n').slice(1)
  assert.deepEqual(
    lines.map(line => /vaduz-\d/.exec(line)?.[0]),
    ['vaduz-4', 'vaduz-3', 'vaduz-2', 'vaduz-1'],
  )
})

test('without a match, words with one typing error find records, on every page', async () => {
  for (const text of ['failovr', 'faliover zürich', 'contribtuor bern']) {
    const { claims, pagination } = await search('/claims', text, '&limit=1&total=true')
    assert.equal(claims.length, 1, text)
    assert.equal(pagination.search.similar, true, text)
  }
  const first = await search('/claims', 'failovr', '&limit=1&sort=title')
  const second = await search('/claims', 'failovr', `&limit=1&sort=title&cursor=${first.pagination.nextCursor}`)
  assert.deepEqual(
    [
      first.claims[0].claimKey,
      second.claims[0].claimKey,
      second.pagination.nextCursor,
      second.pagination.search.similar,
    ],
    ['vaduz-2', 'vaduz-1', undefined, true],
  )
  assert.deepEqual(await keysOf('fxlxvr'), [])
})

test('a search says that a record created just now is not found yet', async () => {
  await newClaim('newest-1', 'Kernel patch')
  await p.system.runJob('seal-ledger')
  const before = await search('/claims', 'kernel')
  assert.deepEqual([before.claims.length, before.pagination.search.current], [0, false])
  await index()
  const afterwards = await search('/claims', 'kernel')
  assert.deepEqual([afterwards.claims.length, afterwards.pagination.search.current], [1, true])
})

test('another workspace finds nothing', async () => {
  const { claims, pagination } = await search('/claims', 'vaduz', '&total=true', 'admin', globex)
  assert.deepEqual([claims, pagination.total], [[], { count: 0, exact: true }])
  const typo = await search('/claims', 'failovr', '', 'admin', globex)
  assert.deepEqual([typo.claims, typo.pagination.search.similar], [[], false])
})

test('people of a unit find, sort and count only the records that they see', async () => {
  const newUnit = (title: string) => send('/units', { unitKey: title, title })
  const [treasury, lending] = [await newUnit('Treasury'), await newUnit('Lending')]
  const { contributor } = await acme.people()
  const newRequirement = async (title: string, unitId?: string) => {
    const id = await send('/evidence-requirements', { requirementKey: title, title, status: 'active' })
    if (unitId) await send('/placements', { recordIds: [id], unitId })
    return id
  }
  await newRequirement('Collateral is booked')
  await newRequirement('Collateral is sold', treasury)
  const hidden = await newRequirement('Collateral is valued', lending)
  await copyRecord(
    p,
    'evidence_requirement',
    hidden,
    Array.from({ length: 30 }, (_, n) => ({ requirementKey: `x${n}` })),
  )
  await p.sql('delete from search_progress')
  await send(`/people/${contributor}`, { unitIds: [treasury] }, 'PATCH')
  await index()
  const titles = async (query: string, person = 'contributor') => {
    const { requirements, pagination } = await acme.get(person, `/evidence-requirements?total=true&${query}`)
    return [requirements.map(({ title }: { title: string }) => title), pagination.total]
  }
  const seen = ['Collateral is booked', 'Collateral is sold']
  assert.deepEqual(await titles('search=collateral&sort=title'), [seen, { count: 2, exact: true }])
  assert.deepEqual(await titles('search=colateral&sort=-title'), [seen.toReversed(), { count: 2, exact: true }])
  for (const text of ['valued', 'valeud'])
    assert.deepEqual(await titles(`search=${text}`), [[], { count: 0, exact: true }], text)
  const [all, total] = await titles('sort=title')
  assert.ok(all.length === total.count && !all.includes('Collateral is valued'), JSON.stringify(all))
  assert.deepEqual((await titles('search=valued&limit=1', 'admin'))[1], { count: 31, exact: true })
  await send(`/people/${contributor}`, { unitIds: null }, 'PATCH')
})

test('totals are exact up to 10,000; a frequent word is found in the order of the list', async () => {
  const id = await newClaim('many-0', 'Perimeter scan 0')
  const count = 10_000
  for (let start = 1; start < count; start += 2500)
    await copyRecord(
      p,
      'evidence_claim',
      id,
      Array.from({ length: Math.min(2500, count - start) }, (_, n) => ({
        claimKey: `many-${start + n}`,
        title: `Perimeter scan ${start + n}`,
        status: (start + n) % 4 === 0 ? 'accepted' : 'rejected',
      })),
    )
  await p.sql('delete from search_progress')
  await index()
  const total = async (query: string) =>
    (await acme.get('admin', `/claims?limit=1&total=true&${query}`)).pagination.total
  assert.deepEqual(await total('search=perimeter'), { count: 10_000, exact: true })
  assert.deepEqual(await total('search=perimeter&status=accepted'), { count: 2499, exact: true })
  assert.deepEqual(await total(''), { count: 10_000, exact: false })
  assert.deepEqual(await total('status=accepted'), { count: 2499, exact: true })
  assert.deepEqual(await total('claimKey=many-17&sort=title'), { count: 1, exact: true })
  await copyRecord(p, 'evidence_claim', id, [{ claimKey: 'many-last', title: 'Perimeter scan last' }])
  await p.sql('delete from search_progress')
  await index()
  assert.deepEqual(await total('search=perimeter'), { count: 10_000, exact: false })
  for (const sort of ['claimKey', '-title', 'createdAt']) {
    const { claims } = await acme.get('admin', `/claims?search=perimeter+777&sort=${sort}`)
    assert.deepEqual(
      claims.map(({ claimKey }: { claimKey: string }) => claimKey).toSorted(),
      ['many-777', ...Array.from({ length: 10 }, (_, n) => `many-777${n}`)].toSorted(),
      sort,
    )
    const page = await acme.get('admin', `/claims?search=perimeter&status=rejected&sort=${sort}&limit=200`)
    assert.equal(page.claims.length, 200, sort)
  }
})
