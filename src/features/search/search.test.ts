import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createFindingsClient, type FindingsClient, scanned } from '#test/findings-client.ts'
import { claimInput } from '#test/fixture.ts'
import { prover, textFile } from '#test/proof.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

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

interface Result {
  readonly records: readonly { readonly id: string; readonly title: string; readonly key: string | null }[]
  readonly similar: boolean
  readonly complete: boolean
  readonly current: boolean
}

const find = (text: string, person = 'contributor', client: WorkspaceClient = acme): Promise<Result> =>
  client.get(person, `/search?${new URLSearchParams({ text })}`)

const foundIds = async (text: string, person?: string, client?: WorkspaceClient): Promise<string[]> =>
  (await find(text, person, client)).records.map(({ id }) => id)

const nothing: Result = { records: [], similar: false, complete: true, current: true }

type Body = Readonly<Record<string, unknown>>

const send = async (method: string, path: string, body: Body, part?: string): Promise<string> => {
  const answer = await acme.ask('admin', method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
  return (part === undefined ? answer.body : answer.body[part]).id
}

const newClaim = (claimKey: string, title: string) =>
  send('POST', '/claims', { ...claimInput(claimKey), title, sourceResourceId: `job-of-${claimKey}` })

const newControl = (controlKey: string, title: string) =>
  send('POST', '/controls', { controlKey, title, status: 'active' })

test('records of all kinds are found by the beginnings of words, whatever their case, accents and order', async () => {
  const claim = await newClaim('vaduz-0417', 'Weekly failover of the Zürich cluster')
  const control = await newControl('FLO-01', 'Failovers are rehearsed')
  await index()
  for (const text of [
    'Weekly failover',
    'zurich',
    'ZÜRICH clus',
    'cluster of the fail',
    'weekly-failover',
    'job-of-vaduz',
  ])
    assert.deepEqual(await foundIds(text), [claim], text)
  assert.deepEqual(await foundIds('failover'), [control, claim], 'the newest first')
  assert.deepEqual((await find('flo-01')).records, [{ id: control, title: 'Failovers are rehearsed', key: 'FLO-01' }])
  for (const text of ['weekly rehearsed', 'ilover', '?!', 'x']) assert.deepEqual(await find(text), nothing, text)
})

test('a record whose key is the text comes first, however many newer records match', async () => {
  const keyed = await newControl('A.5', 'Policies are approved')
  for (let n = 1; n <= 6; n++) await newControl(`A.5.${n}`, 'Policies are reviewed')
  const framework = await send('POST', '/frameworks', { frameworkKey: 'iso', title: 'A 5', version: '1' })
  await index()
  const ids = await foundIds('a.5')
  assert.deepEqual([ids[0], ids.length, ids.includes(framework)], [keyed, 6, true])
  assert.equal((await find('A.5.5')).records[0]?.key, 'A.5.5')
})

test('a last word of fewer than three letters does not count while it is typed', async () => {
  const claim = await newClaim('rotation', 'Credentials are rotated')
  await index()
  for (const text of ['credentials', 'credentials r', 'credentials ro', 'credentials rot'])
    assert.deepEqual(await foundIds(text), [claim], text)
  assert.deepEqual(await find('credentials xy '), nothing)
})

test('without a match, a word with one typing error finds the records of the similar words', async () => {
  const claim = await newClaim('typing', 'Penetration test of the portal')
  await index()
  for (const text of [
    'penetraton',
    'penetrration',
    'penetretion',
    'penetrtaion',
    'penetraton portal',
    'tset of the potral',
  ]) {
    const { records, similar } = await find(text)
    assert.deepEqual([records.map(({ id }) => id), similar], [[claim], true], text)
  }
  assert.equal((await find('penetration')).similar, false)
  for (const text of ['pntrtn', 'penetraton zebra', 'typnig-0417'])
    assert.deepEqual((await find(text)).records, [], text)
})

test('a claim is found by the names of its files', async () => {
  const claimId = await acme.claim('filed')
  await index()
  assert.deepEqual(await foundIds('tape inventory'), [])
  const token = await p.token('acme-scanner')
  await prover(p, () => token).attach(claimId, textFile('42 tapes', 'tape_inventory-2026.txt'))
  await index()
  for (const text of ['tape inventory', 'tape_inventory-2026.txt', 'inventroy'])
    assert.deepEqual(await foundIds(text), [claimId], text)
})

test('a changed record is found by its new words only, and its old words are no longer similar to others', async () => {
  const id = await newControl('RNM-1', 'Quagmire is drained')
  await index()
  assert.deepEqual(await foundIds('quagmire'), [id])
  await send('PATCH', `/controls/${id}`, { title: 'Marsh is drained' })
  assert.equal((await find('marsh')).current, true, 'the change is not sealed yet')
  await p.system.runJob('seal-ledger')
  assert.equal((await find('marsh')).current, false)
  await p.system.runJob('index-records')
  assert.deepEqual(await foundIds('marsh'), [id])
  assert.deepEqual([await find('quagmire'), await find('quagmirre')], [nothing, nothing])
  assert.deepEqual(await p.sql(`select from search_word where word = 'quagmire'`), [])
})

test('another workspace finds nothing, not even similar words', async () => {
  await newControl('ISO-7', 'Kryptonite is stored apart')
  await index()
  assert.deepEqual(
    [await find('kryptonite', 'admin', globex), await find('kryptonit', 'admin', globex)],
    [nothing, nothing],
  )
})

test('people of a unit find records of their unit and records outside units', async () => {
  const newUnit = (title: string) => send('POST', '/units', { unitKey: title, title })
  const [treasury, lending] = [await newUnit('Treasury'), await newUnit('Lending')]
  const people = await acme.people()
  const newRequirement = async (title: string, unitId?: string): Promise<string> => {
    const body = { requirementKey: title, title, status: 'active' }
    const id = await send('POST', '/evidence-requirements', body)
    if (unitId) await send('POST', '/placements', { recordIds: [id], unitId })
    return id
  }
  const seen = [await newRequirement('Collateral is booked'), await newRequirement('Collateral is sold', treasury)]
  for (let n = 0; n < 8; n++) await newRequirement(`Collateral is valued, ${n}`, lending)
  await send('PATCH', `/people/${people.contributor}`, { unitIds: [treasury] })
  await index()
  assert.deepEqual(await foundIds('collateral'), seen.toReversed())
  for (const text of ['collateral valued', 'collateral valeud']) assert.deepEqual(await find(text), nothing, text)
  assert.equal((await foundIds('collateral', 'admin')).length, 5)
  await send('PATCH', `/people/${people.contributor}`, { unitIds: null })
  assert.equal((await foundIds('collateral valeud')).length, 5)
})

test('a broad search examines the newest records of each kind, and says so', async () => {
  for (const part of [0, 1, 2])
    await acme.scan(
      `sweeper-${part}`,
      true,
      ...Array.from({ length: 800 }, (_, n) => scanned(`f-${part}-${n}`, { title: `Perimeter gap ${part} ${n}` })),
    )
  await index()
  const broad = await find('perimeter')
  assert.deepEqual([broad.records.length, broad.complete], [5, false])
  assert.ok(
    broad.records.every(({ title }) => title.startsWith('Perimeter gap 2')),
    JSON.stringify(broad.records),
  )
  const narrow = await find('perimeter 1 79')
  assert.deepEqual([narrow.records.length, narrow.complete], [3, true])

  // Whether a search is broad says nothing about records that the person may not see.
  const unitId = await send('POST', '/units', { unitKey: 'sweeps', title: 'Sweeps' })
  await p.sql(`update finding set unit_id = $1 where record like '%Perimeter gap%'`, [unitId])
  const other = await send('POST', '/units', { unitKey: 'others', title: 'Others' })
  const { contributor } = await acme.people()
  await send('PATCH', `/people/${contributor}`, { unitIds: [other] })
  for (const text of ['perimeter', 'perimetre']) assert.deepEqual(await find(text), nothing, text)
  assert.equal((await find('perimeter', 'admin')).complete, false)
  await send('PATCH', `/people/${contributor}`, { unitIds: null })
})

test('an index of earlier rules, or none, is built from all records', async () => {
  await newControl('OLD-1', 'Lighthouse is lit')
  await index()
  // A record and a word that the earlier rules put into the index.
  const stale = `insert into search_entry select organization_id, 'old_1', array_to_tsvector('{x}') from search_progress;
    insert into search_word select organization_id, 'old', 'older' from search_progress`
  for (const change of ['delete from search_progress', 'update search_progress set rules = 0']) {
    await p.sql(stale)
    await p.sql(change)
    const { records, current } = await find('lighthouse')
    assert.equal(current, false)
    assert.ok(records.length < 2)
    await p.system.runJob('index-records')
    assert.deepEqual([(await find('lighthouse')).records.length, (await find('lighthouse')).current], [1, true], change)
    assert.equal(await p.system.runJob('index-records'), 0)
  }
  const left = await p.sql(
    `select id from search_entry where id = 'old_1' union all select word from search_word where word = 'older'`,
  )
  assert.deepEqual(left, [])
})

test('administrators and auditors find service accounts by name, and webhooks by name and host, not by path', async () => {
  const url = 'https://siem.quarry.example/services/granite'
  const hook = await send('POST', '/webhooks', { url, description: 'Marble relay', events: ['*'] }, 'webhook')
  const account = await send(
    'POST',
    '/service-accounts',
    { name: 'Basalt harvester', scopes: ['governance.evidence:read'] },
    'serviceAccount',
  )
  await index()
  for (const [text, id] of [
    ['marble', hook],
    ['siem.quarry.example', hook],
    ['basalt', account],
    ['basolt', account],
  ] as const)
    for (const [person, ids] of Object.entries({ admin: [id], auditor: [id], reviewer: [], contributor: [] }))
      assert.deepEqual(await foundIds(text, person), ids, `${text} by ${person}`)
  assert.deepEqual(await foundIds('granite', 'admin'), [])
})
