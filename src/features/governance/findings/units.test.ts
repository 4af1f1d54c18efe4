import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { createFindingsClient, type FindingsClient, scanned, unique } from '#test/findings-client.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let unlimited: FindingsClient
let units: readonly string[]
let reporters: readonly { readonly client: FindingsClient; readonly scope: string }[]

before(async () => {
  p = await boot()
  unlimited = await createFindingsClient(p)
  const newUnit = async (): Promise<string> =>
    (await unlimited.must(201, 'admin', 'POST', '/units', { unitKey: unique('unit'), title: unique('unit') })).id
  const [a, b] = [await newUnit(), await newUnit()]
  const createClient = (unitIds: readonly string[]) => createFindingsClient(p, 'acme', 'admin', { unitIds })
  units = [a, b]
  reporters = [
    { client: unlimited, scope: '' },
    { client: await createClient([a]), scope: a },
    { client: await createClient([b]), scope: b },
    // Reports of an account with several units belong to the first.
    { client: await createClient([a, b]), scope: a },
  ]
})
after(() => p[Symbol.asyncDispose]())

interface ListedFinding {
  readonly id: string
  readonly status: string
  readonly sourceFingerprint: string
  readonly updatedAt: string
}

const listFindings = async (source: string): Promise<readonly ListedFinding[]> =>
  (await unlimited.get('admin', `/findings?sourceModuleKey=${source}&limit=200`)).findings
const place = (id: string, unitId: string | null) =>
  unlimited.must(200, 'admin', 'POST', '/placements', { recordIds: [id], unitId })
const reporter = (index: number) => {
  const match = reporters[index]
  if (!match) throw new Error(`there is no reporter ${index}`)
  return match
}

test('a report of one unit does not match findings of another unit or of the whole workspace', async () => {
  const source = unique('scanner')
  for (const index of [0, 1, 2]) {
    const outcome = await reporter(index).client.scan(source, true, scanned('x'), scanned('y'))
    assert.deepEqual([outcome.created, outcome.otherUnits, outcome.remediated], [2, 0, 0])
  }
  assert.equal((await listFindings(source)).length, 6)
  const again = await reporter(3).client.scan(source, false, scanned('x'))
  assert.equal(again.seenAgain, 1)
})

test('a finding that is scanned again after moving to a unit stays one record', async () => {
  const source = unique('scanner')
  await unlimited.scan(source, true, scanned('x'))
  const [finding] = await listFindings(source)
  await place(finding?.id ?? '', units[0] ?? '')
  assert.equal((await unlimited.scan(source, true, scanned('x'))).seenAgain, 1)
  assert.equal((await unlimited.machine('POST', '/findings', { ...scanned('x'), sourceModuleKey: source })).status, 200)
  assert.equal((await listFindings(source)).length, 1)
  assert.equal((await unlimited.scan(source, true)).remediated, 1)
})

test('a single report by a person or an account belongs to their unit', async () => {
  const source = unique('scanner')
  const body = { ...scanned('x'), sourceModuleKey: source }
  assert.equal((await unlimited.ask('contributor', 'POST', '/findings', body)).status, 201)
  assert.equal((await reporter(1).client.machine('POST', '/findings', body)).status, 201)
  assert.equal((await reporter(2).client.machine('POST', '/findings', body)).status, 201)
  assert.equal((await reporter(3).client.machine('POST', '/findings', body)).status, 200)
  assert.equal((await listFindings(source)).length, 3)
})

test('a scanner remediates only findings that it sees, and counts those moved to other units', async () => {
  const { client } = reporter(1)
  const source = unique('scanner')
  const sighting = { startLine: 4 }
  await client.scan(source, true, scanned('a', { formerFingerprints: ['old-a'], sighting }), scanned('b', { sighting }))
  const a = (await listFindings(source)).find(({ sourceFingerprint }) => sourceFingerprint === 'a')?.id ?? ''
  assert.equal((await unlimited.get('admin', `/placements/${a}`)).unitId, units[0])
  await place(a, units[1] ?? '')
  const { seenAgain, created, otherUnits, remediated } = await client.scan(source, true, scanned('old-a', { sighting }))
  assert.deepEqual([seenAgain, created, otherUnits, remediated], [0, 0, 1, 1])
  assert.equal((await unlimited.get('admin', `/findings/${a}`)).status, 'open')
  assert.equal((await client.machine('POST', '/findings', { ...scanned('a'), sourceModuleKey: source })).status, 404)
})

const names = [...'abcd']

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      by: fc.nat(3),
      isComplete: fc.boolean(),
      seen: fc.array(fc.constantFrom(...names), { maxLength: 6 }),
      former: fc.option(fc.constantFrom(...names), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ place: fc.nat(11), unit: fc.constantFrom(0, 1, undefined) }) },
)

type Scan = Extract<typeof step extends fc.Arbitrary<infer Step> ? Step : never, { by: number }>

test('any scans of any units: counts add up, and no unit changes the findings of another', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async steps => {
      const source = unique('model')
      const scopes = new Map<string, string>()
      const scan = async ({ by, isComplete, seen, former }: Scan) => {
        const { client, scope } = reporter(by)
        const earlier = await listFindings(source)
        p.clock.advance(1)
        const formerFingerprints = former === undefined ? [] : [former]
        const outcome = await client.scan(
          ...([source, isComplete] as const),
          ...seen.map(name => scanned(name, { formerFingerprints })),
        )
        const { created, seenAgain, merged, otherUnits } = outcome
        assert.equal(Number(created) + Number(seenAgain) + Number(merged) + Number(otherUnits), seen.length)
        const later = await listFindings(source)
        const added = later.filter(({ id }) => !scopes.has(id))
        assert.equal(added.length, created)
        for (const { id } of added) scopes.set(id, scope)
        const others = (list: readonly ListedFinding[]) => list.filter(({ id }) => scopes.get(id) !== scope)
        assert.deepEqual(others(later), others(earlier))
      }
      for (const action of steps) {
        if ('by' in action) {
          await scan(action)
          continue
        }
        const target = (await listFindings(source))[action.place]
        if (target) await place(target.id, action.unit === undefined ? null : (units[action.unit] ?? null))
      }
      const named = (await listFindings(source)).map(
        ({ id, sourceFingerprint }) => `${scopes.get(id)} ${sourceFingerprint}`,
      )
      assert.equal(new Set(named).size, named.length)
    }),
    { numRuns: 40 },
  )
})
