import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, hour, iso } from '#lib/clock.ts'
import { createFindingsClient, type FindingsClient, findingInput, scanned, unique } from '#test/findings-client.ts'
import { createResults, createScans, unchangedOutcome } from '#test/scans.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let client: FindingsClient
let scans: ReturnType<typeof createScans>

before(async () => {
  p = await boot()
  client = await createFindingsClient(p)
  scans = createScans(p, client)
})
after(() => p[Symbol.asyncDispose]())

type Fields = Readonly<Record<string, unknown>>

const until = () => iso(p.clock.now() + 30 * day)

const decide = async (source: string, fingerprint: string, move: 'accept' | 'invalidate') => {
  const { id } = await scans.findOne(source, fingerprint)
  await client.must(200, 'reviewer', 'POST', `/findings/${id}/${move}`, move === 'accept' ? { until: until() } : {})
}

test('remediating at least ten findings, and more than half, is withheld until the number is confirmed', async () => {
  const source = unique('scanner')
  await scans.scan(source, createResults(20))
  assert.deepEqual(await scans.scan(source, createResults(9)), { ...unchangedOutcome, seenAgain: 9, withheld: 11 })
  assert.match(await scans.lastDetail('finding.scan'), /0 remediated, 11 of 20 open withheld/)
  assert.ok((await scans.listFindings(source)).every(({ status }) => status === 'open'))
  for (const confirmRemediations of [10, 12, 10_000])
    assert.equal((await scans.scan(source, createResults(9), { confirmRemediations })).withheld, 11)
  const done = await scans.scan(source, createResults(9), { confirmRemediations: 11 })
  assert.deepEqual(done, { ...unchangedOutcome, seenAgain: 9, remediated: 11 })
  assert.match(await scans.lastDetail('finding.scan'), /11 remediated of 20 open, confirmed as 11/)
})

test('remediating half of the findings, or nine of nine, is not withheld', async () => {
  const [half, few] = [unique('scanner'), unique('scanner')]
  await scans.scan(half, createResults(20))
  assert.deepEqual(await scans.scan(half, createResults(10)), { ...unchangedOutcome, seenAgain: 10, remediated: 10 })
  await scans.scan(few, createResults(9))
  assert.deepEqual(await scans.scan(few, []), { ...unchangedOutcome, remediated: 9 })
})

test('new findings do not count as open before the scan, so renaming all findings is withheld', async () => {
  const source = unique('scanner')
  await scans.scan(source, createResults(12))
  assert.deepEqual(await scans.scan(source, createResults(30, 100)), { ...unchangedOutcome, created: 30, withheld: 12 })
})

test('the last withheld number also confirms if fewer remain', async () => {
  const source = unique('scanner')
  await scans.scan(source, createResults(30))
  assert.equal((await scans.scan(source, [])).withheld, 30)
  assert.deepEqual(await scans.scan(source, createResults(4), { confirmRemediations: 30 }), {
    ...{ ...unchangedOutcome, seenAgain: 4, remediated: 26 },
  })
  await scans.scan(source, createResults(30))
  assert.equal((await scans.scan(source, createResults(4), { confirmRemediations: 30 })).withheld, 26)
})

test("another account cannot confirm the first one's withheld number, but can confirm the exact number", async () => {
  const source = unique('scanner')
  const other = await createFindingsClient(p)
  await scans.scan(source, createResults(20))
  assert.equal((await scans.scan(source, [])).withheld, 20)
  assert.equal((await scans.scan(source, createResults(1), { confirmRemediations: 20 }, other)).withheld, 19)
  assert.equal((await scans.scan(source, createResults(1), { confirmRemediations: 19 }, other)).remediated, 19)
})

test('a suppressed finding does not change if the report names any of its fingerprints', async () => {
  const source = unique('scanner')
  await scans.scan(source, [scanned('a'), scanned('b', { formerFingerprints: ['old-b'] }), scanned('c')])
  const outcome = await scans.scan(source, [scanned('a')], { untouched: ['old-b', 'unknown'] })
  assert.deepEqual(outcome, { ...unchangedOutcome, seenAgain: 1, remediated: 1 })
  assert.deepEqual(await scans.statuses(source), ['a open', 'b open', 'c remediated'])
  await scans.scan(source, [], { untouched: ['a', 'b', 'c'] })
  assert.deepEqual(await scans.statuses(source), ['a open', 'b open', 'c remediated'])
})

test('a complete scan covers only its category, and each category has its own findings', async () => {
  const source = unique('scanner')
  await scans.scan(source, [scanned('a'), scanned('b')], { category: 'java' })
  assert.deepEqual(await scans.scan(source, [scanned('a')], { category: 'python' }), {
    ...unchangedOutcome,
    created: 1,
  })
  assert.deepEqual(await scans.scan(source, [], { category: 'python' }), { ...unchangedOutcome, remediated: 1 })
  assert.deepEqual(await scans.statuses(source), ['a open', 'a remediated', 'b open'])
  assert.deepEqual(await scans.scan(source, []), unchangedOutcome)
})

test('a finding without a category takes that of the first scan that names it', async () => {
  const source = unique('scanner')
  await scans.scan(source, [scanned('a'), scanned('b')])
  assert.deepEqual(await scans.scan(source, [scanned('a')], { category: 'java' }), {
    ...unchangedOutcome,
    seenAgain: 1,
  })
  assert.equal((await scans.findOne(source, 'a')).sourceCategory, 'java')
  assert.equal('sourceCategory' in (await scans.findOne(source, 'b')), false)
  assert.deepEqual(await scans.scan(source, [scanned('a')]), { ...unchangedOutcome, seenAgain: 1, remediated: 1 })
  assert.equal((await scans.findOne(source, 'a')).status, 'open')
})

test('a finding matches by any of its fingerprints, from old and new senders', async () => {
  const source = unique('scanner')
  await scans.scan(source, [scanned('v1')])
  const { id } = await scans.findOne(source, 'v1')
  const seen = { ...unchangedOutcome, seenAgain: 1 }
  assert.deepEqual(await scans.scan(source, [scanned('v2', { formerFingerprints: ['v0', 'v1'] })]), seen)
  assert.deepEqual(await scans.scan(source, [scanned('v2')]), seen)
  assert.deepEqual(await scans.scan(source, [scanned('v1')]), seen)
  assert.deepEqual(await scans.scan(source, [scanned('v3', { formerFingerprints: ['v2'] })]), seen)
  for (const sourceFingerprint of ['v0', 'v1', 'v2', 'v3']) {
    const body = findingInput({ sourceModuleKey: source, sourceFingerprint })
    const { status, body: record } = await client.machine('POST', '/findings', body)
    assert.deepEqual([status, record.id, record.sourceFingerprint], [200, id, 'v1'])
  }
  assert.equal((await scans.listFindings(source)).length, 1)
})

test('a repeatedly renamed finding keeps a limited number of fingerprints, including the first', async () => {
  const source = unique('scanner')
  const [begin, end] = [0, 70]
  for (let i = begin; i <= end; i++)
    await scans.scan(source, [scanned(`v${i}`, { formerFingerprints: i === begin ? [] : [`v${i - 1}`] })])
  const [row] = await p.sql('select count(*)::int as count from finding_fingerprint where source_module_key = $1', [
    source,
  ])
  assert.ok(Number(row?.count) <= 65, `${row?.count} fingerprints`)
  for (const fingerprint of [`v${begin}`, `v${end - 1}`, `v${end}`])
    assert.deepEqual(await scans.scan(source, [scanned(fingerprint)]), { ...unchangedOutcome, seenAgain: 1 })
})

test('two results never match the same finding', async () => {
  const source = unique('scanner')
  await scans.scan(source, [scanned('old')])
  const results = ['x', 'y', 'z'].map(name => scanned(name, { formerFingerprints: ['old'] }))
  assert.deepEqual(await scans.scan(source, results), { ...unchangedOutcome, created: 2, seenAgain: 1 })
  assert.deepEqual(await scans.scan(source, results), { ...unchangedOutcome, seenAgain: 3 })
  assert.deepEqual(await scans.scan(source, results.toReversed()), { ...unchangedOutcome, seenAgain: 3 })
})

for (const move of ['accept', 'invalidate'] as const) {
  const status = `${move}${move === 'accept' ? 'ed' : 'd'}`
  const resultAt = (severity: string, overrides: Fields = {}) => [scanned('a', { severity, ...overrides })]

  test(`a finding ${status} at low reopens at critical, and stays closed once people decide again`, async () => {
    const source = unique('scanner')
    await scans.scan(source, resultAt('low'))
    await decide(source, 'a', move)
    p.clock.advance(hour)
    assert.deepEqual(await scans.scan(source, resultAt('low')), { ...unchangedOutcome, seenAgain: 1 })
    assert.equal((await scans.findOne(source, 'a')).status, status)
    assert.deepEqual(await scans.scan(source, resultAt('critical')), { ...unchangedOutcome, seenAgain: 1, returned: 1 })
    const { id, severity, dueAt, updatedAt } = await scans.findOne(source, 'a')
    assert.deepEqual([severity, dueAt], ['critical', iso(Date.parse(updatedAt ?? '') + 7 * day)])
    const { history } = await client.get('auditor', `/findings/${id}/history`)
    assert.equal(history[0].detail, `its source reports critical; it was ${status} at low`)
    await decide(source, 'a', move)
    for (const nextSeverity of ['critical', 'low', 'critical', 'medium'])
      assert.deepEqual(await scans.scan(source, resultAt(nextSeverity)), { ...unchangedOutcome, seenAgain: 1 })
    assert.equal((await scans.findOne(source, 'a')).status, status)
  })

  test(`each rise in severity reopens a finding that was ${status}`, async () => {
    const source = unique('scanner')
    await scans.scan(source, resultAt('info'))
    for (const severity of ['low', 'medium', 'high', 'critical']) {
      await decide(source, 'a', move)
      assert.equal((await scans.scan(source, resultAt(severity))).returned, 1, severity)
    }
  })

  test(`a finding that was ${status} does not hide a different result with its fingerprint`, async () => {
    const source = unique('scanner')
    await scans.scan(source, resultAt('low'))
    await decide(source, 'a', move)
    assert.equal((await scans.scan(source, resultAt('low', { title: 'The rule has another text' }))).returned, 0)
    assert.equal((await scans.scan(source, resultAt('low', { subjectResourceId: 'moved.ts' }))).returned, 0)
    const other = resultAt('low', { title: 'A secret is in the code', subjectResourceId: 'keys.ts' })
    assert.equal((await scans.scan(source, other)).returned, 1)
    const { id } = await scans.findOne(source, 'a')
    const { history } = await client.get('auditor', `/findings/${id}/history`)
    assert.match(history[0].detail, /something else under its fingerprint: A secret is in the code/)
    await decide(source, 'a', move)
    for (const results of [other, resultAt('low'), [...resultAt('low'), ...other]])
      assert.equal((await scans.scan(source, results)).returned, 0)
    const third = resultAt('low', { title: 'A third one', subjectResourceId: 'third.ts' })
    assert.deepEqual(await scans.scan(source, [...resultAt('low'), ...third]), {
      ...{ ...unchangedOutcome, seenAgain: 1, merged: 1, returned: 1 },
    })
  })

  test(`a finding that was ${status} does not hide a second result in the same scan, in one call or two parts`, async () => {
    const [source, inParts] = [unique('scanner'), unique('scanner')]
    const secondResult = resultAt('low', { subjectResourceId: 'another.ts' })
    for (const name of [source, inParts]) {
      await scans.scan(name, resultAt('low'))
      await decide(name, 'a', move)
    }
    const inOneCall = await scans.scan(source, [...resultAt('low'), ...secondResult])
    assert.deepEqual(inOneCall, { ...unchangedOutcome, seenAgain: 1, merged: 1, returned: 1 })
    await scans.scan(inParts, resultAt('low'), { scanId: 's1', part: 1, parts: 2 })
    const second = await scans.scan(inParts, secondResult, { scanId: 's1', part: 2, parts: 2 })
    assert.deepEqual(second, { ...unchangedOutcome, merged: 1, returned: 1, partsReceived: 2 })
    await decide(source, 'a', move)
    assert.equal((await scans.scan(source, [...secondResult, ...resultAt('low')])).returned, 0)
  })

  test(`a finding that was ${status} does not hide a different result that shares a former fingerprint`, async () => {
    const source = unique('scanner')
    const [x, y] = ['x', 'y'].map(name => scanned(name, { formerFingerprints: ['coarse'] }))
    await scans.scan(source, [x ?? {}])
    await decide(source, 'x', move)
    assert.deepEqual(await scans.scan(source, [y ?? {}]), { ...unchangedOutcome, created: 1 })
    assert.deepEqual(await scans.statuses(source), [`x ${status}`, 'y open'])
  })
}

test('an acceptance covers a severity that people changed before it', async () => {
  const source = unique('scanner')
  await scans.scan(source, [scanned('a', { severity: 'high' })])
  const { id } = await scans.findOne(source, 'a')
  await client.must(200, 'reviewer', 'PATCH', `/findings/${id}`, { severity: 'low', title: 'In our words' })
  await decide(source, 'a', 'accept')
  assert.equal((await scans.scan(source, [scanned('a', { severity: 'high' })])).returned, 0)
  const moved = scanned('a', { severity: 'high', subjectResourceId: 'elsewhere' })
  assert.equal((await scans.scan(source, [moved])).returned, 0)
  assert.equal((await scans.scan(source, [scanned('a', { severity: 'critical' })])).returned, 1)
})

test('a single report also reopens an accepted finding', async () => {
  const source = unique('scanner')
  await scans.scan(source, [scanned('a', { severity: 'low' })])
  await decide(source, 'a', 'accept')
  const report = (overrides: Fields) =>
    client.machine('POST', '/findings', findingInput({ sourceModuleKey: source, sourceFingerprint: 'a', ...overrides }))
  assert.equal((await report({ severity: 'low' })).body.status, 'accepted')
  assert.equal((await report({ severity: 'critical' })).body.status, 'open')
})

test('names of 2,560 bytes in total are accepted, with any characters, and longer ones are rejected', async () => {
  // Incompressible: each is a different character of four bytes.
  const wide = (count: number, from: number) =>
    Array.from({ length: count }, (_, i) => String.fromCodePoint(0x10000 + ((from + i * 7919) % 0xe0000))).join('')
  const source = wide(100, 1)
  const category = wide(200, 2)
  const fitting = wide(340, 3)
  const send = (fingerprint: string, former: string) =>
    scans.send(source, [scanned(fingerprint, { formerFingerprints: [former] })], {
      ...{ category, scanId: wide(200, 4), part: 1, parts: 2 },
    })
  assert.equal((await send(fitting, wide(340, 5))).status, 200)
  for (const [fingerprint, former, field] of [
    [wide(341, 3), 'x', 'sourceFingerprint'],
    ['x', wide(341, 3), 'formerFingerprints'],
  ] as const) {
    const { status, body } = await send(fingerprint, former)
    assert.deepEqual([status, body.issues[0].path[2]], [400, field])
  }
  const single = { sourceModuleKey: wide(200, 6), sourceFingerprint: wide(500, 7) }
  assert.equal((await client.machine('POST', '/findings', findingInput(single))).status, 400)
  const shorter = { ...single, sourceFingerprint: wide(440, 7) }
  assert.equal((await client.machine('POST', '/findings', findingInput(shorter))).status, 201)
})
