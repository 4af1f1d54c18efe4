import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, hour } from '#lib/clock.ts'
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

const part = (scanId: string, number: number, parts: number, overrides: Fields = {}) => ({
  scanId,
  part: number,
  parts,
  ...overrides,
})

test('a scan in parts, sent in any order, is compared once, when it is complete', async () => {
  const source = unique('scanner')
  await scans.scan(source, createResults(8))
  const first = await scans.scan(source, createResults(3, 4), part('s1', 2, 3))
  assert.deepEqual(first, { ...unchangedOutcome, seenAgain: 3, partsReceived: 1 })
  assert.deepEqual(await scans.scan(source, createResults(3, 4), part('s1', 2, 3)), first)
  assert.equal((await scans.scan(source, [], part('s1', 3, 3, { untouched: ['f7'] }))).remediated, 0)
  const last = await scans.scan(source, createResults(2), part('s1', 1, 3))
  assert.deepEqual(last, { ...unchangedOutcome, seenAgain: 2, remediated: 2, partsReceived: 3 })
  assert.deepEqual(await scans.scan(source, createResults(2), part('s1', 1, 3)), last)
  const remediated = (await scans.statuses(source)).filter(line => line.endsWith('remediated'))
  assert.deepEqual(remediated, ['f2 remediated', 'f3 remediated'])
})

test('inconsistent parts are rejected', async () => {
  const source = unique('scanner')
  await scans.scan(source, createResults(1), part('s1', 1, 2))
  const expectRejection = async (status: number, findings: readonly Fields[], overrides: Fields, message: RegExp) => {
    const response = await scans.send(source, findings, overrides)
    assert.deepEqual([response.status, message.test(response.body.message)], [status, true], response.text)
  }
  await expectRejection(422, createResults(2), part('s1', 1, 2), /other findings/)
  await expectRejection(422, createResults(2), part('s1', 2, 3), /has 2 parts/)
  await expectRejection(400, [], part('s1', 3, 2), /part must not be greater than parts/)
  await expectRejection(400, [], { scanId: 's1' }, /part is required/)
  await expectRejection(400, [], { scanId: 's1', part: 1 }, /parts is required/)
  await expectRejection(400, [], { part: 1, parts: 1 }, /needs a scanId/)
  await expectRejection(400, [], part('s1', 1, 51), /parts/)
  await expectRejection(400, [], part('s2', 1, 2, { isComplete: false }), /isComplete/)
})

test('a scan that is not complete after a day is abandoned, and remediates nothing', async () => {
  const source = unique('scanner')
  await scans.scan(source, createResults(4))
  await scans.scan(source, [], part('late', 1, 2))
  p.clock.advance(day + hour)
  const late = await scans.send(source, [], part('late', 2, 2))
  assert.equal(late.status, 422, late.text)
  assert.match(late.body.message, /abandoned/)
  assert.ok((await p.system.runJob('abandon-finding-scans')) >= 1)
  assert.equal(
    await scans.lastDetail('finding.scan.abandon'),
    `${source}: scan late had 1 of 2 parts and is not compared`,
  )
  assert.equal((await scans.scan(source, [], part('late', 2, 2))).partsReceived, 1)
  assert.ok((await scans.listFindings(source)).every(({ status }) => status === 'open'))
})

test('a finding that another call reported since the first part does not count as missing', async () => {
  const source = unique('scanner')
  await scans.scan(source, createResults(3))
  await scans.scan(source, [scanned('f0')], part('s1', 1, 2))
  await scans.scan(source, [scanned('f1'), scanned('new')], { isComplete: false })
  await client.machine('POST', '/findings', findingInput({ sourceModuleKey: source, sourceFingerprint: 'single' }))
  assert.equal((await scans.scan(source, [], part('s1', 2, 2))).remediated, 1)
  assert.deepEqual(await scans.statuses(source), ['f0 open', 'f1 open', 'f2 remediated', 'new open', 'single open'])
})

test("a second scan of the source is separate, and so is another account's scan with the same name", async () => {
  const source = unique('scanner')
  const other = await createFindingsClient(p)
  await scans.scan(source, createResults(4))
  await scans.scan(source, createResults(2), part('s1', 1, 2))
  assert.equal((await scans.scan(source, [], part('s1', 2, 2), other)).partsReceived, 1)
  assert.equal((await scans.scan(source, createResults(4), part('s2', 1, 1))).remediated, 0)
  assert.equal((await scans.scan(source, createResults(3))).remediated, 1)
  // This scan started before the others, which have reported all the findings since.
  assert.equal((await scans.scan(source, [], part('s1', 2, 2))).remediated, 0)
})

test('the oldest of more than ten open scans is abandoned', async () => {
  const source = unique('scanner')
  for (let i = 0; i < 11; i++) {
    p.clock.advance(1000)
    await scans.scan(source, [], part(`s${i}`, 1, 2))
  }
  const [row] = await p.sql(`select count(*)::int as count from finding_scan where source_module_key = $1`, [source])
  assert.equal(row?.count, 10)
  assert.equal((await scans.scan(source, [], part('s10', 2, 2))).partsReceived, 2)
  assert.equal((await scans.scan(source, [], part('s0', 2, 2))).partsReceived, 1)
})

test('remediations of a scan in parts are withheld together, and a repeated part confirms them', async () => {
  const source = unique('scanner')
  await scans.scan(source, createResults(20))
  await scans.scan(source, createResults(2), part('s1', 1, 2))
  const withheld = await scans.scan(source, createResults(30, 100), part('s1', 2, 2))
  assert.deepEqual(withheld, { ...unchangedOutcome, created: 30, withheld: 18, partsReceived: 2 })
  assert.deepEqual(await scans.scan(source, createResults(30, 100), part('s1', 2, 2)), withheld)
  const overrides = part('s1', 2, 2, { confirmRemediations: 18 })
  assert.deepEqual(await scans.scan(source, createResults(30, 100), overrides), {
    ...withheld,
    remediated: 18,
    withheld: 0,
  })
  assert.equal((await scans.scan(source, createResults(30, 100), overrides)).remediated, 18)
})

test('three parts, each sent twice at the same time, are compared once', async () => {
  const source = unique('scanner')
  await scans.scan(source, createResults(9))
  const parts = [1, 2, 3, 1, 2, 3].map(number =>
    scans.scan(source, createResults(2, 2 * number), part('s1', number, 3)),
  )
  const outcomes = await Promise.all(parts)
  assert.equal(Math.max(...outcomes.map(({ remediated }) => remediated)), 3)
  // The repeat of the last part returns the stored outcome.
  const compared = outcomes.filter(({ remediated }) => remediated > 0)
  assert.ok(compared.length <= 2)
  assert.deepEqual(
    (await scans.statuses(source)).filter(line => line.endsWith('remediated')),
    ['f0 remediated', 'f1 remediated', 'f8 remediated'],
  )
})

test('decisions that people make while a part is outstanding are kept', async () => {
  const source = unique('scanner')
  await scans.scan(source, createResults(3))
  await scans.scan(source, [scanned('f0')], part('s1', 1, 2))
  const { id } = await scans.findOne(source, 'f1')
  await client.must(200, 'reviewer', 'POST', `/findings/${id}/invalidate`)
  assert.equal((await scans.scan(source, [], part('s1', 2, 2))).remediated, 1)
  assert.deepEqual(await scans.statuses(source), ['f0 open', 'f1 invalidated', 'f2 remediated'])
})

test('results with the same fingerprint in two parts count as one finding with the highest severity', async () => {
  const source = unique('scanner')
  const resultAt = (severity: string, subjectResourceId: string) => [scanned('a', { severity, subjectResourceId })]
  const first = part('s1', 1, 3)
  assert.equal((await scans.scan(source, resultAt('critical', 'a.ts'), first)).created, 1)
  const second = await scans.scan(source, resultAt('low', 'b.ts'), part('s1', 2, 3))
  assert.deepEqual(second, { ...unchangedOutcome, merged: 1, partsReceived: 2 })
  assert.deepEqual(await scans.scan(source, resultAt('critical', 'a.ts'), first), {
    ...unchangedOutcome,
    created: 1,
    partsReceived: 1,
  })
  const { id, severity } = await scans.findOne(source, 'a')
  assert.equal(severity, 'critical')
  const { otherWordings } = await client.get('auditor', `/findings/${id}`)
  assert.deepEqual(
    otherWordings.map(({ subjectResourceId }: Fields) => subjectResourceId),
    ['b.ts'],
  )
})

test('a node that crashes between two parts loses nothing', async () => {
  const source = unique('scanner')
  await scans.scan(source, createResults(3))
  const token = await client.token()
  const sendTo = (node: Probata, number: number, findings: readonly Fields[]) => {
    const body = { sourceModuleKey: source, isComplete: true, findings, reason: 'a scan across two nodes' }
    return node.call('POST', '/api/v1/governance/findings/scan-results', {
      token,
      body: { ...body, ...part('s1', number, 2) },
    })
  }
  {
    await using other = await boot({ database: p.connection, provision: null })
    other.clock.set(p.clock.now())
    assert.equal((await sendTo(other, 1, createResults(1))).body.partsReceived, 1)
  }
  const { body } = await sendTo(p, 2, createResults(1, 1))
  assert.deepEqual(body, { ...unchangedOutcome, seenAgain: 1, remediated: 1, partsReceived: 2 })
})
