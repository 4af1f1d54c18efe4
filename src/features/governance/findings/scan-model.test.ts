import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { day, iso } from '#lib/clock.ts'
import { createFindingsClient, type FindingsClient, scanned, unique } from '#test/findings-client.ts'
import { type Scan, ScanModel } from '#test/scan-model.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let client: FindingsClient

before(async () => {
  p = await boot()
  client = await createFindingsClient(p)
})
after(() => p[Symbol.asyncDispose]())

// Enough for a doubtful comparison, and a few more.
const names = [...'abcdefghijkl']

const anyScan: fc.Arbitrary<Scan> = fc.record({
  isComplete: fc.boolean(),
  category: fc.constantFrom('', '', 'x', 'y'),
  version: fc.constantFrom(1, 2),
  severity: fc.constantFrom('low', 'high'),
  seen: fc.oneof(fc.subarray(names), fc.constant(names)),
  untouched: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.subarray(names) }),
  parts: fc.constantFrom(1, 1, 2, 3),
  confirms: fc.boolean(),
})

const anyStep = fc.oneof(
  { weight: 4, arbitrary: anyScan },
  {
    weight: 2,
    arbitrary: fc.record({
      move: fc.constantFrom('start', 'remediate', 'accept', 'invalidate', 'reopen'),
      of: fc.constantFrom(...names),
    }),
  },
)

interface ListedFinding {
  readonly id: string
  readonly status: string
  readonly severity: string
  readonly sourceFingerprint: string
  readonly sourceCategory?: string
}

const countedFields = ['created', 'seenAgain', 'reopened', 'returned', 'remediated', 'withheld'] as const

test('any sequence of scans and moves follows the rules, with the right counts', { timeout: 300_000 }, async () => {
  const until = iso(p.clock.now() + day)
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 10 }), async steps => {
      const source = unique('model')
      const model = new ScanModel()
      const listFindings = async (): Promise<readonly ListedFinding[]> =>
        (await client.get('auditor', `/findings?sourceModuleKey=${source}&limit=200`)).findings
      const send = async (body: object) => {
        const response = await client.machine('POST', '/findings/scan-results', { sourceModuleKey: source, ...body })
        assert.equal(response.status, 200, response.text)
        return response.body
      }
      const run = async (scan: Scan) => {
        const expected = model.scan(scan)
        const { isComplete, category, version, severity, seen, untouched, confirms } = scan
        const findings = seen.map(name =>
          version === 1
            ? scanned(name, { severity })
            : scanned(`${name}2`, { severity, formerFingerprints: [name], sighting: { startLine: 1 } }),
        )
        const parts = isComplete ? scan.parts : 1
        const scanId = unique('scan')
        const sum = Object.fromEntries(countedFields.map(name => [name, 0]))
        for (let part = 1; part <= parts; part++) {
          const own = findings.filter((_, i) => i % parts === part - 1)
          const body = {
            ...{ isComplete, findings: own, untouched: part === 1 ? untouched : [] },
            ...(category !== '' && { category }),
            ...(parts > 1 && { scanId, part, parts }),
            ...(confirms && expected.gone > 0 && { confirmRemediations: expected.gone }),
          }
          const outcome = await send(body)
          assert.equal(outcome.created + outcome.seenAgain, own.length)
          if (parts > 1) assert.deepEqual(await send(body), outcome)
          for (const name of countedFields) sum[name] = (sum[name] ?? 0) + outcome[name]
        }
        assert.deepEqual(sum, expected.outcome)
      }
      const move = async (name: string, of: string) => {
        const finding = (await listFindings()).find(({ sourceFingerprint }) => sourceFingerprint.startsWith(of))
        if (!finding) return
        // Reviewers, because neither the scanner's creators nor remediators may make the other moves.
        const person = name === 'remediate' ? 'contributor' : 'reviewer'
        const isPossible = model.move(name, finding)
        const { status } = await client.move(person, finding.id, name, name === 'accept' ? { until } : {})
        assert.equal(status, isPossible ? 200 : 422)
      }
      for (const step of steps) {
        if ('move' in step) await move(step.move, step.of)
        else await run(step)
      }
      const lines = (await listFindings()).map(({ sourceFingerprint, sourceCategory = '', status, severity }) =>
        [sourceFingerprint, sourceCategory, status, severity].join(' '),
      )
      assert.deepEqual(lines.toSorted(), model.shown())
    }),
    { numRuns: 60 },
  )
})
