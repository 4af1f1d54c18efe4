import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, hour, iso } from '#lib/clock.ts'
import { createFindingsClient, type FindingsClient, findingInput, scanned, unique } from '#test/findings-client.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let client: FindingsClient

before(async () => {
  p = await boot()
  client = await createFindingsClient(p)
})
after(() => p[Symbol.asyncDispose]())

type Fields = Readonly<Record<string, unknown>>

const nothing = {
  ...{ created: 0, seenAgain: 0, reopened: 0, remediated: 0 },
  ...{ withheld: 0, returned: 0, merged: 0, otherUnits: 0 },
}

const send = (source: string, findings: readonly Fields[], over: Fields = {}, from = client) =>
  from.machine('POST', '/findings/scan-results', { sourceModuleKey: source, isComplete: true, findings, ...over })

const scan = async (source: string, findings: readonly Fields[], over: Fields = {}, from = client) => {
  const { status, body, text } = await send(source, findings, over, from)
  assert.equal(status, 200, text)
  return body
}

const shown = async (source: string): Promise<readonly Record<string, string>[]> =>
  (await client.get('auditor', `/findings?sourceModuleKey=${source}&limit=200`)).findings

const one = async (source: string, fingerprint: string) => {
  const found = (await shown(source)).filter(({ sourceFingerprint }) => sourceFingerprint === fingerprint)
  assert.equal(found.length, 1, `${found.length} findings have the fingerprint ${fingerprint}`)
  return found[0] ?? {}
}

const several = (count: number, from = 0) => Array.from({ length: count }, (_, i) => scanned(`f${from + i}`))

const statuses = async (source: string) =>
  (await shown(source)).map(({ sourceFingerprint, status }) => `${sourceFingerprint} ${status}`).toSorted()

const lastDetail = async (): Promise<string> => {
  const [row] = await p.sql(`select record from audit_event where action = 'finding.scan' order by id desc limit 1`)
  return JSON.parse(String(row?.record)).detail
}

const until = () => iso(p.clock.now() + 30 * day)

const decide = async (source: string, fingerprint: string, move: 'accept' | 'invalidate') => {
  const { id } = await one(source, fingerprint)
  await client.must(200, 'reviewer', 'POST', `/findings/${id}/${move}`, move === 'accept' ? { until: until() } : {})
}

test('more than half and at least ten are withheld, and a confirmation of the number carries them out', async () => {
  const source = unique('scanner')
  await scan(source, several(20))
  assert.deepEqual(await scan(source, several(9)), { ...nothing, seenAgain: 9, withheld: 11 })
  assert.match(await lastDetail(), /0 remediated, 11 of 20 open withheld/)
  assert.ok((await shown(source)).every(({ status }) => status === 'open'))
  for (const confirmRemediations of [10, 12, 10_000])
    assert.equal((await scan(source, several(9), { confirmRemediations })).withheld, 11)
  const done = await scan(source, several(9), { confirmRemediations: 11 })
  assert.deepEqual(done, { ...nothing, seenAgain: 9, remediated: 11 })
  assert.match(await lastDetail(), /11 remediated of 20 open, confirmed as 11/)
})

test('half of them, and nine of nine, are remediated', async () => {
  const [half, few] = [unique('scanner'), unique('scanner')]
  await scan(half, several(20))
  assert.deepEqual(await scan(half, several(10)), { ...nothing, seenAgain: 10, remediated: 10 })
  await scan(few, several(9))
  assert.deepEqual(await scan(few, []), { ...nothing, remediated: 9 })
})

test('new findings do not count as open before the scan: a tool that renames all its findings is withheld', async () => {
  const source = unique('scanner')
  await scan(source, several(12))
  assert.deepEqual(await scan(source, several(30, 100)), { ...nothing, created: 30, withheld: 12 })
})

test('a confirmed number holds where fewer remain, if it is the one that was withheld last', async () => {
  const source = unique('scanner')
  await scan(source, several(30))
  assert.equal((await scan(source, [])).withheld, 30)
  assert.deepEqual(await scan(source, several(4), { confirmRemediations: 30 }), {
    ...{ ...nothing, seenAgain: 4, remediated: 26 },
  })
  await scan(source, several(30))
  assert.equal((await scan(source, several(4), { confirmRemediations: 30 })).withheld, 26)
})

test('another account does not confirm what was withheld from the first, but names the exact number', async () => {
  const source = unique('scanner')
  const other = await createFindingsClient(p)
  await scan(source, several(20))
  assert.equal((await scan(source, [])).withheld, 20)
  assert.equal((await scan(source, several(1), { confirmRemediations: 20 }, other)).withheld, 19)
  assert.equal((await scan(source, several(1), { confirmRemediations: 19 }, other)).remediated, 19)
})

test('what the report has but does not take stays as it is, by any fingerprint of the finding', async () => {
  const source = unique('scanner')
  await scan(source, [scanned('a'), scanned('b', { formerFingerprints: ['old-b'] }), scanned('c')])
  const outcome = await scan(source, [scanned('a')], { untouched: ['old-b', 'unknown'] })
  assert.deepEqual(outcome, { ...nothing, seenAgain: 1, remediated: 1 })
  assert.deepEqual(await statuses(source), ['a open', 'b open', 'c remediated'])
  await scan(source, [], { untouched: ['a', 'b', 'c'] })
  assert.deepEqual(await statuses(source), ['a open', 'b open', 'c remediated'])
})

test('a complete scan speaks only for its category, and each category has findings of its own', async () => {
  const source = unique('scanner')
  await scan(source, [scanned('a'), scanned('b')], { category: 'java' })
  assert.deepEqual(await scan(source, [scanned('a')], { category: 'python' }), { ...nothing, created: 1 })
  assert.deepEqual(await scan(source, [], { category: 'python' }), { ...nothing, remediated: 1 })
  assert.deepEqual(await statuses(source), ['a open', 'a remediated', 'b open'])
  assert.deepEqual(await scan(source, []), nothing)
})

test('a finding without a category takes that of the first scan that names it', async () => {
  const source = unique('scanner')
  await scan(source, [scanned('a'), scanned('b')])
  assert.deepEqual(await scan(source, [scanned('a')], { category: 'java' }), { ...nothing, seenAgain: 1 })
  assert.equal((await one(source, 'a')).sourceCategory, 'java')
  assert.equal('sourceCategory' in (await one(source, 'b')), false)
  assert.deepEqual(await scan(source, [scanned('a')]), { ...nothing, seenAgain: 1, remediated: 1 })
  assert.equal((await one(source, 'a')).status, 'open')
})

test('a finding is found by any of its fingerprints, by old senders and new ones', async () => {
  const source = unique('scanner')
  await scan(source, [scanned('v1')])
  const { id } = await one(source, 'v1')
  const seen = { ...nothing, seenAgain: 1 }
  assert.deepEqual(await scan(source, [scanned('v2', { formerFingerprints: ['v0', 'v1'] })]), seen)
  assert.deepEqual(await scan(source, [scanned('v2')]), seen)
  assert.deepEqual(await scan(source, [scanned('v1')]), seen)
  assert.deepEqual(await scan(source, [scanned('v3', { formerFingerprints: ['v2'] })]), seen)
  for (const sourceFingerprint of ['v0', 'v1', 'v2', 'v3']) {
    const body = findingInput({ sourceModuleKey: source, sourceFingerprint })
    const { status, body: record } = await client.machine('POST', '/findings', body)
    assert.deepEqual([status, record.id, record.sourceFingerprint], [200, id, 'v1'])
  }
  assert.equal((await shown(source)).length, 1)
})

test('two results never take the same finding', async () => {
  const source = unique('scanner')
  await scan(source, [scanned('old')])
  const results = ['x', 'y', 'z'].map(name => scanned(name, { formerFingerprints: ['old'] }))
  assert.deepEqual(await scan(source, results), { ...nothing, created: 2, seenAgain: 1 })
  assert.deepEqual(await scan(source, results), { ...nothing, seenAgain: 3 })
  assert.deepEqual(await scan(source, results.toReversed()), { ...nothing, seenAgain: 3 })
})

for (const move of ['accept', 'invalidate'] as const) {
  const status = `${move}${move === 'accept' ? 'ed' : 'd'}`
  const at = (severity: string, over: Fields = {}) => [scanned('a', { severity, ...over })]

  test(`what people ${status} at low comes back at critical, and stays once they decide again`, async () => {
    const source = unique('scanner')
    await scan(source, at('low'))
    await decide(source, 'a', move)
    p.clock.advance(hour)
    assert.deepEqual(await scan(source, at('low')), { ...nothing, seenAgain: 1 })
    assert.equal((await one(source, 'a')).status, status)
    assert.deepEqual(await scan(source, at('critical')), { ...nothing, seenAgain: 1, returned: 1 })
    const { id, severity, dueAt, updatedAt } = await one(source, 'a')
    assert.deepEqual([severity, dueAt], ['critical', iso(Date.parse(updatedAt ?? '') + 7 * day)])
    const { history } = await client.get('auditor', `/findings/${id}/history`)
    assert.equal(history[0].detail, `its source reports critical; it was ${status} at low`)
    await decide(source, 'a', move)
    for (const again of ['critical', 'low', 'critical', 'medium'])
      assert.deepEqual(await scan(source, at(again)), { ...nothing, seenAgain: 1 })
    assert.equal((await one(source, 'a')).status, status)
  })

  test(`each step of a rising severity brings back what was ${status}`, async () => {
    const source = unique('scanner')
    await scan(source, at('info'))
    for (const severity of ['low', 'medium', 'high', 'critical']) {
      await decide(source, 'a', move)
      assert.equal((await scan(source, at(severity))).returned, 1, severity)
    }
  })

  test(`a result that nobody saw does not disappear behind what was ${status}`, async () => {
    const source = unique('scanner')
    await scan(source, at('low'))
    await decide(source, 'a', move)
    assert.equal((await scan(source, at('low', { title: 'The rule has another text' }))).returned, 0)
    assert.equal((await scan(source, at('low', { subjectResourceId: 'moved.ts' }))).returned, 0)
    const other = at('low', { title: 'A secret is in the code', subjectResourceId: 'keys.ts' })
    assert.equal((await scan(source, other)).returned, 1)
    const { id } = await one(source, 'a')
    const { history } = await client.get('auditor', `/findings/${id}/history`)
    assert.match(history[0].detail, /something else under its fingerprint: A secret is in the code/)
    await decide(source, 'a', move)
    for (const results of [other, at('low'), [...at('low'), ...other]])
      assert.equal((await scan(source, results)).returned, 0)
    const third = at('low', { title: 'A third one', subjectResourceId: 'third.ts' })
    assert.deepEqual(await scan(source, [...at('low'), ...third]), {
      ...{ ...nothing, seenAgain: 1, merged: 1, returned: 1 },
    })
  })

  test(`a former fingerprint that several share does not hide another result behind what was ${status}`, async () => {
    const source = unique('scanner')
    const [x, y] = ['x', 'y'].map(name => scanned(name, { formerFingerprints: ['coarse'] }))
    await scan(source, [x ?? {}])
    await decide(source, 'x', move)
    assert.deepEqual(await scan(source, [y ?? {}]), { ...nothing, created: 1 })
    assert.deepEqual(await statuses(source), [`x ${status}`, 'y open'])
  })
}

test('a severity that people changed before they accepted is covered', async () => {
  const source = unique('scanner')
  await scan(source, [scanned('a', { severity: 'high' })])
  const { id } = await one(source, 'a')
  await client.must(200, 'reviewer', 'PATCH', `/findings/${id}`, { severity: 'low', title: 'In our words' })
  await decide(source, 'a', 'accept')
  assert.equal((await scan(source, [scanned('a', { severity: 'high' })])).returned, 0)
  const moved = scanned('a', { severity: 'high', subjectResourceId: 'elsewhere' })
  assert.equal((await scan(source, [moved])).returned, 0)
  assert.equal((await scan(source, [scanned('a', { severity: 'critical' })])).returned, 1)
})

test('a single report brings back what was accepted too', async () => {
  const source = unique('scanner')
  await scan(source, [scanned('a', { severity: 'low' })])
  await decide(source, 'a', 'accept')
  const report = (over: Fields) =>
    client.machine('POST', '/findings', findingInput({ sourceModuleKey: source, sourceFingerprint: 'a', ...over }))
  assert.equal((await report({ severity: 'low' })).body.status, 'accepted')
  assert.equal((await report({ severity: 'critical' })).body.status, 'open')
})

const part = (scanId: string, number: number, parts: number, over: Fields = {}) => ({
  scanId,
  part: number,
  parts,
  ...over,
})

test('a scan in parts is compared once, when it is complete, in any order', async () => {
  const source = unique('scanner')
  await scan(source, several(8))
  const first = await scan(source, several(3, 4), part('s1', 2, 3))
  assert.deepEqual(first, { ...nothing, seenAgain: 3, partsReceived: 1 })
  assert.deepEqual(await scan(source, several(3, 4), part('s1', 2, 3)), first)
  assert.equal((await scan(source, [], part('s1', 3, 3, { untouched: ['f7'] }))).remediated, 0)
  const last = await scan(source, several(2), part('s1', 1, 3))
  assert.deepEqual(last, { ...nothing, seenAgain: 2, remediated: 2, partsReceived: 3 })
  assert.deepEqual(await scan(source, several(2), part('s1', 1, 3)), last)
  const gone = (await statuses(source)).filter(line => line.endsWith('remediated'))
  assert.deepEqual(gone, ['f2 remediated', 'f3 remediated'])
})

test('parts that do not belong together are refused', async () => {
  const source = unique('scanner')
  await scan(source, several(1), part('s1', 1, 2))
  const refused = async (status: number, findings: readonly Fields[], over: Fields, message: RegExp) => {
    const answer = await send(source, findings, over)
    assert.deepEqual([answer.status, message.test(answer.body.message)], [status, true], answer.text)
  }
  await refused(422, several(2), part('s1', 1, 2), /other findings/)
  await refused(422, several(2), part('s1', 2, 3), /has 2 parts/)
  await refused(400, [], part('s1', 3, 2), /part must not be greater than parts/)
  await refused(400, [], { scanId: 's1' }, /part is required/)
  await refused(400, [], { scanId: 's1', part: 1 }, /parts is required/)
  await refused(400, [], { part: 1, parts: 1 }, /needs a scanId/)
  await refused(400, [], part('s1', 1, 51), /parts/)
  await refused(400, [], part('s2', 1, 2, { isComplete: false }), /isComplete/)
})

test('a scan that is not complete after a day is abandoned, and remediates nothing', async () => {
  const source = unique('scanner')
  await scan(source, several(4))
  await scan(source, [], part('late', 1, 2))
  p.clock.advance(day + hour)
  const late = await send(source, [], part('late', 2, 2))
  assert.equal(late.status, 422, late.text)
  assert.match(late.body.message, /abandoned/)
  assert.ok((await p.system.runJob('abandon-finding-scans')) >= 1)
  const [row] = await p.sql(
    `select record from audit_event where action = 'finding.scan.abandon' order by id desc limit 1`,
  )
  assert.equal(JSON.parse(String(row?.record)).detail, `${source}: scan late had 1 of 2 parts and is not compared`)
  assert.equal((await scan(source, [], part('late', 2, 2))).partsReceived, 1)
  assert.ok((await shown(source)).every(({ status }) => status === 'open'))
})

test('what another call saw since the first part is not gone', async () => {
  const source = unique('scanner')
  await scan(source, several(3))
  await scan(source, [scanned('f0')], part('s1', 1, 2))
  await scan(source, [scanned('f1'), scanned('new')], { isComplete: false })
  await client.machine('POST', '/findings', findingInput({ sourceModuleKey: source, sourceFingerprint: 'single' }))
  assert.equal((await scan(source, [], part('s1', 2, 2))).remediated, 1)
  assert.deepEqual(await statuses(source), ['f0 open', 'f1 open', 'f2 remediated', 'new open', 'single open'])
})

test('a second scan of the source is of its own, and so is one of another account with the same name', async () => {
  const source = unique('scanner')
  const other = await createFindingsClient(p)
  await scan(source, several(4))
  await scan(source, several(2), part('s1', 1, 2))
  assert.equal((await scan(source, [], part('s1', 2, 2), other)).partsReceived, 1)
  assert.equal((await scan(source, several(4), part('s2', 1, 1))).remediated, 0)
  assert.equal((await scan(source, several(3))).remediated, 1)
  // It began before the others, which have seen all of them since.
  assert.equal((await scan(source, [], part('s1', 2, 2))).remediated, 0)
})

test('of scans that stay open, the oldest beyond ten is abandoned', async () => {
  const source = unique('scanner')
  for (let i = 0; i < 11; i++) {
    p.clock.advance(1000)
    await scan(source, [], part(`s${i}`, 1, 2))
  }
  const [row] = await p.sql(`select count(*)::int as count from finding_scan where source_module_key = $1`, [source])
  assert.equal(row?.count, 10)
  assert.equal((await scan(source, [], part('s10', 2, 2))).partsReceived, 2)
  assert.equal((await scan(source, [], part('s0', 2, 2))).partsReceived, 1)
})

test('a scan in parts is withheld as a whole, and a repeat of a part confirms it', async () => {
  const source = unique('scanner')
  await scan(source, several(20))
  await scan(source, several(2), part('s1', 1, 2))
  const withheld = await scan(source, several(30, 100), part('s1', 2, 2))
  assert.deepEqual(withheld, { ...nothing, created: 30, withheld: 18, partsReceived: 2 })
  assert.deepEqual(await scan(source, several(30, 100), part('s1', 2, 2)), withheld)
  const over = part('s1', 2, 2, { confirmRemediations: 18 })
  assert.deepEqual(await scan(source, several(30, 100), over), { ...withheld, remediated: 18, withheld: 0 })
  assert.equal((await scan(source, several(30, 100), over)).remediated, 18)
})

test('two parts at once, each twice, are compared once', async () => {
  const source = unique('scanner')
  await scan(source, several(9))
  const parts = [1, 2, 3, 1, 2, 3].map(number => scan(source, several(2, 2 * number), part('s1', number, 3)))
  const outcomes = await Promise.all(parts)
  assert.equal(Math.max(...outcomes.map(({ remediated }) => remediated)), 3)
  const compared = outcomes.filter(({ remediated }) => remediated > 0)
  assert.ok(compared.length <= 2)
  assert.deepEqual(
    (await statuses(source)).filter(line => line.endsWith('remediated')),
    ['f0 remediated', 'f1 remediated', 'f8 remediated'],
  )
})

test('what people decide while a part waits stays as they decided', async () => {
  const source = unique('scanner')
  await scan(source, several(3))
  await scan(source, [scanned('f0')], part('s1', 1, 2))
  await decide(source, 'f1', 'accept')
  assert.equal((await scan(source, [], part('s1', 2, 2))).remediated, 1)
  assert.deepEqual(await statuses(source), ['f0 open', 'f1 accepted', 'f2 remediated'])
})
