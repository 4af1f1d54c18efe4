import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { day, iso } from '#lib/clock.ts'
import { createFindingsClient, type FindingsClient, scanned, unique } from '#test/findings-client.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let client: FindingsClient

before(async () => {
  p = await boot()
  client = await createFindingsClient(p)
})
after(() => p[Symbol.asyncDispose]())

const names = ['a', 'b', 'c', 'd']

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ isComplete: fc.boolean(), seen: fc.subarray(names) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      move: fc.constantFrom('start', 'remediate', 'accept', 'invalidate', 'reopen'),
      of: fc.constantFrom(...names),
    }),
  },
)

const moved: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  start: { open: 'in_progress' },
  remediate: { open: 'remediated', in_progress: 'remediated' },
  accept: { open: 'accepted', in_progress: 'accepted', remediated: 'accepted' },
  invalidate: { open: 'invalidated', in_progress: 'invalidated', remediated: 'invalidated' },
  reopen: { in_progress: 'open', remediated: 'open', accepted: 'open', invalidated: 'open' },
}

test('any sequence of scans and moves leaves what the rules say, and counts it', { timeout: 200_000 }, async () => {
  const until = iso(p.clock.now() + day)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async steps => {
      const source = unique('model')
      const model = new Map<string, string>()
      const shown = async () => {
        const { findings } = await client.get('auditor', `/findings?sourceModuleKey=${source}`)
        return findings as readonly { id: string; status: string; sourceFingerprint: string }[]
      }
      const scan = async (isComplete: boolean, seen: readonly string[]) => {
        const outcome = { created: 0, seenAgain: 0, reopened: 0, remediated: 0 }
        for (const name of seen) {
          const status = model.get(name)
          if (status === undefined) outcome.created++
          else outcome.seenAgain++
          if (status === 'remediated') outcome.reopened++
          if (status === undefined || status === 'remediated') model.set(name, 'open')
        }
        for (const [name, status] of model)
          if (isComplete && !seen.includes(name) && ['open', 'in_progress'].includes(status)) {
            model.set(name, 'remediated')
            outcome.remediated++
          }
        assert.deepEqual(await client.scan(source, isComplete, ...seen.map(name => scanned(name))), outcome)
      }
      const move = async (name: string, of: string) => {
        const id = (await shown()).find(({ sourceFingerprint }) => sourceFingerprint === of)?.id
        if (id === undefined) return
        // Everybody but those behind the scanner and whoever remediates.
        const person = name === 'remediate' ? 'contributor' : 'reviewer'
        const to = moved[name]?.[model.get(of) ?? '']
        const { status } = await client.move(person, id, name, name === 'accept' ? { until } : {})
        assert.equal(status, to === undefined ? 422 : 200)
        if (to !== undefined) model.set(of, to)
      }
      for (const one of steps) {
        if ('move' in one) await move(one.move, one.of)
        else await scan(one.isComplete, one.seen)
      }
      const found = (await shown()).map(({ sourceFingerprint, status }) => [sourceFingerprint, status])
      assert.deepEqual(Object.fromEntries(found), Object.fromEntries(model))
      assert.equal(found.length, model.size)
    }),
    { numRuns: 25 },
  )
})
