import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { createFindingsClient, type FindingsClient, findingInput, scanned, unique } from '#test/findings-client.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let client: FindingsClient

before(async () => {
  p = await boot()
  client = await createFindingsClient(p)
})
after(() => p[Symbol.asyncDispose]())

type ListedFinding = {
  readonly id: string
  readonly status: string
  readonly severity: string
  readonly dueAt: string | null
}

const findingsByFingerprint = async (source: string): Promise<Record<string, ListedFinding>> => {
  const { findings } = await client.get('auditor', `/findings?sourceModuleKey=${source}&limit=200`)
  return Object.fromEntries(
    findings.map((finding: ListedFinding & { sourceFingerprint: string }) => [finding.sourceFingerprint, finding]),
  )
}

const statusesOf = async (source: string) =>
  Object.fromEntries(
    Object.entries(await findingsByFingerprint(source)).map(([fingerprint, { status }]) => [fingerprint, status]),
  )

const idOf = async (source: string, fingerprint: string): Promise<string> =>
  (await findingsByFingerprint(source))[fingerprint]?.id ?? ''

const noChanges = {
  ...{ created: 0, seenAgain: 0, reopened: 0, remediated: 0 },
  ...{ withheld: 0, returned: 0, merged: 0, otherUnits: 0 },
}

const countRows = async (): Promise<{ events: number; audits: number }> => {
  const [row] = await p.sql(
    `select (select count(*)::int from outbox_event where type like 'finding.%') as events,
            (select count(*)::int from audit_event where action like 'finding.%') as audits`,
  )
  return { events: Number(row?.events), audits: Number(row?.audits) }
}

const resolve = async (id: string) => {
  await client.must(200, 'contributor', 'POST', `/findings/${id}/remediate`)
  await client.must(200, 'reviewer', 'POST', `/findings/${id}/resolve`, { claimId: await client.accepted() })
}

test('a scan creates new findings; repeating it writes one audit row and no event', async () => {
  const source = unique('scanner')
  assert.deepEqual(await client.scan(source, true, scanned('a'), scanned('b')), { ...noChanges, created: 2 })
  const before = await countRows()
  assert.deepEqual(await client.scan(source, true, scanned('a'), scanned('b')), { ...noChanges, seenAgain: 2 })
  const after = await countRows()
  assert.deepEqual([after.events - before.events, after.audits - before.audits], [0, 1])
  const [row] = await p.sql(`select record from audit_event where action = 'finding.scan' order by id desc limit 1`)
  assert.equal(JSON.parse(String(row?.record)).detail, `${source}: 0 created, 2 seen again, 0 reopened, 0 remediated`)
})

test('findings missing from a complete scan are remediated, never resolved; other scans leave them unchanged', async () => {
  const source = unique('scanner')
  await client.scan(source, true, scanned('a'), scanned('b'), scanned('c'))
  await client.must(200, 'contributor', 'POST', `/findings/${await idOf(source, 'b')}/start`)
  assert.deepEqual(await client.scan(source, false, scanned('a')), { ...noChanges, seenAgain: 1 })
  assert.deepEqual(await statusesOf(source), { a: 'open', b: 'in_progress', c: 'open' })
  assert.deepEqual(await client.scan(source, true, scanned('a')), { ...noChanges, seenAgain: 1, remediated: 2 })
  assert.deepEqual(await statusesOf(source), { a: 'open', b: 'remediated', c: 'remediated' })
  assert.deepEqual(await client.scan(source, true), { ...noChanges, remediated: 1 })
  assert.deepEqual(await client.scan(source, true), noChanges)
})

test('a scan of one source does not affect findings of other sources or of people', async () => {
  const [source, other] = [unique('scanner'), unique('scanner')]
  await client.scan(source, true, scanned('a'))
  await client.scan(other, true, scanned('a'))
  const own = await client.finding({ sourceModuleKey: source })
  await client.scan(source, true)
  assert.deepEqual(await statusesOf(other), { a: 'open' })
  assert.equal((await client.get('admin', `/findings/${own.id}`)).status, 'open')
})

test('a finding that reappears is reopened as the same record, and decisions by people remain', async () => {
  const source = unique('scanner')
  const all = ['open', 'started', 'remediated', 'resolved', 'accepted', 'invalidated'].map(name => scanned(name))
  await client.scan(source, true, ...all)
  const id = (name: string) => idOf(source, name)
  await client.must(200, 'contributor', 'POST', `/findings/${await id('started')}/start`)
  await client.must(200, 'contributor', 'POST', `/findings/${await id('remediated')}/remediate`)
  await resolve(await id('resolved'))
  const until = iso(p.clock.now() + day)
  await client.must(200, 'reviewer', 'POST', `/findings/${await id('accepted')}/accept`, { until })
  await client.must(200, 'reviewer', 'POST', `/findings/${await id('invalidated')}/invalidate`)
  const ids = Object.values(await findingsByFingerprint(source)).map(finding => finding.id)
  assert.deepEqual(await client.scan(source, true, ...all), { ...noChanges, seenAgain: 6, reopened: 2 })
  const expected = { open: 'open', started: 'in_progress', remediated: 'open', resolved: 'open' }
  assert.deepEqual(await statusesOf(source), { ...expected, accepted: 'accepted', invalidated: 'invalidated' })
  assert.deepEqual(
    Object.values(await findingsByFingerprint(source)).map(finding => finding.id),
    ids,
  )
  await client.scan(source, true)
  assert.deepEqual(
    [(await findingsByFingerprint(source)).accepted?.status, (await findingsByFingerprint(source)).invalidated?.status],
    ['accepted', 'invalidated'],
  )
})

test('a single report of a resolved finding also reopens it', async () => {
  const overrides = { sourceModuleKey: unique('scanner'), sourceFingerprint: 'a' }
  const { id } = await client.finding(overrides)
  await resolve(id)
  const again = await client.machine('POST', '/findings', findingInput(overrides))
  assert.deepEqual([again.status, again.body.id, again.body.status], [200, id, 'open'])
})

test('results with the same fingerprint are one finding with the highest severity', async () => {
  const source = unique('scanner')
  const results = ['low', 'critical', 'medium'].map(severity => scanned('a', { severity }))
  assert.deepEqual(await client.scan(source, true, ...results), { ...noChanges, created: 1, merged: 2 })
  assert.equal((await findingsByFingerprint(source)).a?.severity, 'critical')
})

test('a severity that people changed stays until the source reports a different one', async () => {
  const source = unique('scanner')
  await client.scan(source, true, scanned('a', { severity: 'high' }))
  const id = await idOf(source, 'a')
  await client.must(200, 'reviewer', 'PATCH', `/findings/${id}`, { severity: 'low' })
  const before = await countRows()
  await client.scan(source, true, scanned('a', { severity: 'high' }))
  assert.equal((await findingsByFingerprint(source)).a?.severity, 'low')
  assert.equal((await countRows()).events, before.events)
  await client.scan(source, true, scanned('a', { severity: 'critical' }))
  const { severity, dueAt, openedAt } = await client.get('admin', `/findings/${id}`)
  assert.deepEqual([severity, dueAt], ['critical', iso(Date.parse(openedAt) + 7 * day)])
  assert.equal((await countRows()).events, before.events + 1)
})

test('eight concurrent scans create each finding once', async () => {
  const source = unique('scanner')
  const results = Array.from({ length: 50 }, (_, i) => scanned(`f${i}`))
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => client.scan(source, true, ...results)))
  assert.deepEqual(outcomes.map(({ created }) => created).toSorted(), [0, 0, 0, 0, 0, 0, 0, 50])
  assert.equal(Object.keys(await findingsByFingerprint(source)).length, 50)
})

test('concurrent scans, single reports and assignments cause no error and no duplicate finding', async () => {
  const source = unique('scanner')
  const results = Array.from({ length: 20 }, (_, i) => scanned(`f${i}`))
  await client.scan(source, true, ...results.slice(10))
  const findingIds = Object.values(await findingsByFingerprint(source)).map(({ id }) => id)
  const { reviewer } = await client.people()
  const report = (i: number) => client.machine('POST', '/findings', { ...results[i], sourceModuleKey: source })
  const responses = await Promise.all([
    ...Array.from({ length: 10 }, (_, i) => report(i)),
    ...[reviewer, null].map(ownerId => client.ask('admin', 'POST', '/findings/assign', { findingIds, ownerId })),
    ...[true, false, true].map(isComplete =>
      client.machine('POST', '/findings/scan-results', { sourceModuleKey: source, isComplete, findings: results }),
    ),
  ])
  assert.deepEqual(
    responses.filter(({ status }) => status >= 300).map(({ text }) => text),
    [],
  )
  assert.equal(Object.keys(await findingsByFingerprint(source)).length, 20)
})

test('a repeated scan of two thousand results creates nothing new', { timeout: 120_000 }, async t => {
  const source = unique('scanner')
  const results = Array.from({ length: 2000 }, (_, i) => scanned(`rule-${i}`, { description: 'x'.repeat(500) }))
  const startedAt = performance.now()
  assert.deepEqual(await client.scan(source, true, ...results), { ...noChanges, created: 2000 })
  const repeated = performance.now()
  const before = await countRows()
  assert.deepEqual(await client.scan(source, true, ...results), { ...noChanges, seenAgain: 2000 })
  t.diagnostic(`2,000 created in ${repeated - startedAt} ms, seen again in ${performance.now() - repeated} ms`)
  const after = await countRows()
  assert.deepEqual([after.events - before.events, after.audits - before.audits], [0, 1])
  assert.deepEqual(await client.scan(source, true), { ...noChanges, withheld: 2000 })
  const confirmed = { sourceModuleKey: source, isComplete: true, findings: [], confirmRemediations: 2000 }
  const remediated = await client.machine('POST', '/findings/scan-results', confirmed)
  assert.deepEqual(remediated.body, { ...noChanges, remediated: 2000 })
  const tooMany = { sourceModuleKey: source, isComplete: false, findings: [...results, scanned('one more')] }
  assert.equal((await client.machine('POST', '/findings/scan-results', tooMany)).status, 400)
  const large = results.map(result => ({ ...result, description: 'x'.repeat(3000) }))
  const tooLarge = { sourceModuleKey: source, isComplete: false, findings: large }
  assert.equal((await client.machine('POST', '/findings/scan-results', tooLarge)).status, 413)
})

test('an account limited to some sources cannot report for other sources or without a source', async () => {
  const [own, theirs] = [unique('scanner'), unique('scanner')]
  await client.scan(theirs, true, scanned('a'))
  const limited = await createFindingsClient(p, 'acme', 'admin', { findingSources: [own] })
  const scan = (sourceModuleKey: string) =>
    limited.machine('POST', '/findings/scan-results', { sourceModuleKey, isComplete: true, findings: [] })
  const rejections = [
    await scan(theirs),
    await limited.machine('POST', '/findings', { ...scanned('a'), sourceModuleKey: theirs }),
    await limited.machine('POST', '/findings', findingInput()),
  ]
  for (const { status, body } of rejections) {
    assert.deepEqual([status, body.error], [403, 'forbidden_resource'])
    assert.match(body.message, new RegExp(own))
  }
  assert.deepEqual(await statusesOf(theirs), { a: 'open' })
  assert.deepEqual(await limited.scan(own, true, scanned('a')), { ...noChanges, created: 1 })
  assert.equal((await limited.machine('POST', '/findings', { ...scanned('b'), sourceModuleKey: own })).status, 201)

  const path = `/service-accounts/${limited.accountId}`
  assert.deepEqual((await client.must(200, 'admin', 'PATCH', path, { findingSources: [theirs] })).findingSources, [
    theirs,
  ])
  assert.equal((await scan(own)).status, 403)
  assert.equal('findingSources' in (await client.must(200, 'admin', 'PATCH', path, { findingSources: null })), false)
  assert.equal((await scan(own)).status, 200)
})

test('a fingerprint and a source are required', async () => {
  for (const invalid of [{ sourceFingerprint: null }, { sourceFingerprint: undefined }, { sourceFingerprint: '' }]) {
    const body = { sourceModuleKey: 's', isComplete: false, findings: [{ ...scanned('a'), ...invalid }] }
    assert.equal((await client.machine('POST', '/findings/scan-results', body)).status, 400)
  }
  const body = { sourceModuleKey: null, isComplete: false, findings: [] }
  assert.equal((await client.machine('POST', '/findings/scan-results', body)).status, 400)
})
