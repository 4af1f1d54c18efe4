import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { verifyBundle } from '#client/verify/bundle.ts'
import { nodePrimitives } from '#client/verify/node.ts'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { bundles, linesOf, unzip } from './bundles.ts'
import { claimInput } from './fixture.ts'
import { createMemorySource } from './proof/forge-bundle.ts'
import { recordOf } from './record-text.ts'
import { kinds } from './submissions/spec.ts'
import { boot, type Probata } from './system.ts'
import { createWorkspaceClient, type WorkspaceClient } from './workspace-client.ts'

/** The number of histories per seed: `MODEL_WALKS=500 npm test -- test/as-of-histories.test.ts`. */
const walks = Number(process.env.MODEL_WALKS ?? 6)
/** `MODEL_SEED=…` repeats a failed run. */
const fixedSeed = process.env.MODEL_SEED

const v1 = '/api/v1/governance'

let p: Probata
let client: WorkspaceClient
let requirements: { readonly evidence: string; readonly submission: string }

const create = async (person: string, path: string, body: object): Promise<string> => {
  const response = await client.ask(person, 'POST', path, { ...body })
  assert.equal(response.status, 201, response.text)
  return response.body.id
}

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  const fields = { title: 'Proof of backups', description: '', status: 'active' }
  requirements = {
    evidence: await create('admin', '/evidence-requirements', { ...fields, requirementKey: 'AS-OF' }),
    submission: await create('admin', '/submission-requirements', {
      requirementKey: 'AS-OF',
      title: 'Register of information',
      submissionKind: 'register_filing',
      status: 'active',
      policy: { receiptsRequired: 2 },
    }),
  }
})
after(() => p[Symbol.asyncDispose]())

type Fields = Readonly<Record<string, unknown>>

/** One step of a history. `nth` selects one of the existing records, modulo their number. */
type Step =
  | { readonly do: 'claim'; readonly hours: number; readonly required: boolean }
  | { readonly do: 'approve' | 'reject' | 'misjudge' | 'assign'; readonly nth: number }
  | { readonly do: 'package' }
  | { readonly do: 'record'; readonly nth: number; readonly kind: string; readonly source: string | undefined }
  | { readonly do: 'retitle' | 'return' | 'add'; readonly nth: number }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'look' }

const nth = fc.nat({ max: 9 })
const oneOf = <Name extends string>(...names: readonly Name[]) => fc.record({ do: fc.constantFrom(...names), nth })

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('claim'), hours: fc.integer({ min: 1, max: 9 }), required: fc.boolean() }),
  },
  { weight: 6, arbitrary: oneOf('approve', 'reject', 'misjudge', 'assign') },
  { weight: 2, arbitrary: fc.constant({ do: 'package' }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('record'),
      nth,
      kind: fc.constantFrom(...kinds, 'submitted', 'receipt_received', 'resubmitted'),
      source: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    }),
  },
  { weight: 5, arbitrary: oneOf('retitle', 'return', 'add') },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.integer({ min: 1, max: 300 }) }) },
  { weight: 5, arbitrary: fc.constant({ do: 'look' }) },
) as fc.Arbitrary<Step>

interface Snapshot {
  readonly at: string
  readonly claims: readonly Fields[]
  readonly decisions: ReadonlyMap<unknown, Fields | undefined>
  readonly packages: readonly Fields[]
}

/** Reads all pages of a list, with three records per page. */
const readAllPages = async (person: string, path: string, plural: string): Promise<Fields[]> => {
  const records: Fields[] = []
  for (let cursor = ''; ; ) {
    const body = await client.get(person, `${path}limit=3${cursor && `&cursor=${cursor}`}`)
    records.push(...body[plural])
    cursor = body.pagination.nextCursor ?? ''
    if (!cursor) return records
  }
}

const recordsOf = async (path: string, plural: string, token: string): Promise<Fields[]> => {
  const { status, body, text } = await p.call('GET', `${v1}${path}?limit=200`, { token })
  assert.equal(status, 200, text)
  assert.equal(body.pagination.nextCursor, undefined, 'one page has all')
  return recordOf(body)[plural]
}

const takeSnapshot = async (): Promise<Snapshot> => {
  const claims = await recordsOf('/evidence/claims', 'claims', await p.token('acme-scanner'))
  const packages = await recordsOf('/submissions/packages', 'submissionPackages', await p.token('acme-portal'))
  const decisions = new Map<unknown, Fields | undefined>()
  for (const { id } of claims) decisions.set(id, (await client.get('auditor', `/claims/${id}`)).decision)
  const time = p.clock.now()
  // Advances the clock, so that the trail has later changes after this time.
  p.clock.advance(1)
  return { at: iso(time), claims, decisions, packages }
}

interface World {
  readonly claims: string[]
  readonly packages: string[]
  readonly snapshots: Snapshot[]
}

let count = 0

const verbs: { readonly [Verb in Step['do']]: (world: World, step: Extract<Step, { do: Verb }>) => Promise<unknown> } =
  {
    async claim(world, { hours, required }) {
      const over = required ? { evidenceRequirementId: requirements.evidence } : {}
      const validUntil = iso(p.clock.now() + hours * hour)
      const body = claimInput(`as-of-${++count}`, { ...over, validUntil, title: `Proof – ${count}` })
      const { reason: _, ...claimFields } = body
      world.claims.push(await create('contributor', '/claims', claimFields))
    },
    approve: (world, step) => decide(world, step, 'approve'),
    reject: (world, step) => decide(world, step, 'reject'),
    async misjudge({ claims }, { nth }) {
      const id = claims[nth % claims.length]
      if (!id) return
      const { status } = await client.ask('reviewer', 'POST', `/claims/${id}/approve`, {
        reviewedDigest: '0'.repeat(64),
      })
      assert.equal(status, 422)
    },
    async assign({ claims }, { nth }) {
      const id = claims[nth % claims.length]
      const { reviewer } = await client.people()
      if (id) await client.ask('admin', 'POST', `/claims/${id}/assign`, { reviewerId: reviewer })
    },
    async package(world) {
      const fields = { packageKey: `as-of-${++count}`, title: `Filing „${count}“`, dueAt: iso(p.clock.now() + day) }
      world.packages.push(
        await create('admin', '/packages', { ...fields, submissionRequirementId: requirements.submission }),
      )
    },
    async record({ packages }, { nth, kind, source }) {
      const id = packages[nth % packages.length]
      if (!id) return
      const occurredAt = iso(p.clock.now() - nth * hour)
      const body = { eventKind: kind, occurredAt, eventSnapshot: { nth }, reason: 'a random test history' }
      const token = await p.token('acme-portal')
      const eventBody = { ...body, ...(source && { sourceEventKey: source }) }
      await p.call('POST', `${v1}/submissions/packages/${id}/events`, { token, body: eventBody })
    },
    async retitle({ packages }, { nth }) {
      const id = packages[nth % packages.length]
      const changes = nth % 2 ? { title: `Named anew ${++count}` } : { dueAt: iso(p.clock.now() + nth * day) }
      if (id) await client.ask('admin', 'PATCH', `/packages/${id}`, changes)
    },
    async return({ packages }, { nth }) {
      const id = packages[nth % packages.length]
      if (id) await client.ask('admin', 'POST', `/packages/${id}/return`)
    },
    async add({ packages, claims }, { nth }) {
      const [id, claimId] = [packages[nth % packages.length], claims[nth % claims.length]]
      if (id && claimId) await client.ask('admin', 'POST', `/packages/${id}/contents`, { claimId })
    },
    async wait(_world, { minutes }) {
      p.clock.advance(minutes * minute)
      await p.system.runJob('expire-claims')
    },
    async look({ snapshots }) {
      snapshots.push(await takeSnapshot())
    },
  }

const decide = async ({ claims }: World, { nth }: { readonly nth: number }, verb: string): Promise<void> => {
  const id = claims[nth % claims.length]
  if (!id) return
  const { reviewedDigest } = await client.get('reviewer', `/claims/${id}`)
  await client.ask('reviewer', 'POST', `/claims/${id}/${verb}`, { reviewedDigest })
}

const withDigests = (records: readonly Fields[]) =>
  records.map(record => ({ ...record, digest: sha256Hex(JSON.stringify(record)) }))

const assertProved = (records: readonly Fields[], ...ignoredFields: string[]) =>
  records.map(record => {
    const fields = Object.fromEntries(
      Object.entries(record).filter(([name]) => ![...ignoredFields, 'proof'].includes(name)),
    )
    const { state, digest, auditEventId }: Fields = Object(record.proof)
    assert.equal(state, 'proved', `${record.id}: ${JSON.stringify(record)}`)
    assert.match(String(auditEventId), /^aud_/)
    return { ...fields, digest }
  })

const compare = async ({ at, claims, decisions, packages }: Snapshot): Promise<void> => {
  const timeQuery = `at=${encodeURIComponent(at)}&`
  const claimsThen = await readAllPages('auditor', `/as-of/claims?${timeQuery}`, 'claims')
  assert.deepEqual(assertProved(claimsThen, 'valid', 'decision'), withDigests(claims), at)
  for (const { id, decision } of claimsThen) {
    const { proof, ...decisionFields } = Object(decision ?? {})
    assert.deepEqual(decisionFields, decisions.get(id) ?? {}, `${id} ${at}`)
    if (decision) assert.equal(proof.state, 'proved')
  }
  for (const status of ['submitted', 'accepted', 'rejected', 'expired']) {
    const claimsInStatus = await readAllPages('auditor', `/as-of/claims?${timeQuery}status=${status}&`, 'claims')
    assert.deepEqual(
      claimsInStatus,
      claimsThen.filter(claim => claim.status === status),
      `${status} ${at}`,
    )
  }
  const requirementQuery = `evidenceRequirementId=${requirements.evidence}&`
  const requirementClaims = await readAllPages('auditor', `/as-of/claims?${timeQuery}${requirementQuery}`, 'claims')
  assert.deepEqual(
    requirementClaims,
    claimsThen.filter(claim => claim.evidenceRequirementId === requirements.evidence),
  )
  const packagesThen = await readAllPages('auditor', `/as-of/packages?${timeQuery}`, 'submissionPackages')
  assert.deepEqual(assertProved(packagesThen, 'requirementTitle'), withDigests(packages), at)
  for (const status of new Set(packagesThen.map(({ status }) => status))) {
    const packagesInStatus = await readAllPages(
      'auditor',
      `/as-of/packages?${timeQuery}status=${status}&`,
      'submissionPackages',
    )
    assert.deepEqual(
      packagesInStatus,
      packagesThen.filter(record => record.status === status),
      `${status} ${at}`,
    )
  }
}

/** Checks that a bundle as of that time is valid and contains the same records as the lists. */
const compareBundle = async ({ at, claims, packages }: Snapshot): Promise<void> => {
  const auditor = bundles(p, await client.signedIn('auditor'))
  const { bytes } = await auditor.make({ kind: 'asOf', at })
  const { result, findings } = await verifyBundle(createMemorySource(bytes), nodePrimitives, { all: true })
  assert.equal(result, 'sound', JSON.stringify(findings))
  const files = unzip(bytes)
  const oldestFirst = (records: readonly Fields[]) => records.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
  const recordsIn = (family: string) => linesOf(files, `data/records/${family}.jsonl`).map(({ record }) => record)
  assert.deepEqual(recordsIn('claims'), oldestFirst(claims), at)
  assert.deepEqual(recordsIn('packages'), oldestFirst(packages), at)
}

const seeds = fixedSeed ? [Number(fixedSeed)] : [20_261_124, randomInt(2 ** 31)]

for (const seed of seeds) {
  test(`as-of lists equal the lists shown at that time (seed ${seed})`, { timeout: 3_600_000 }, async t => {
    t.diagnostic(`${walks} histories; repeat them with MODEL_SEED=${seed}`)
    let snapshotCount = 0
    const history = fc.asyncProperty(
      fc.array(steps, { minLength: 10, maxLength: 40, size: 'max' }),
      async stepsTaken => {
        const world: World = { claims: [], packages: [], snapshots: [] }
        for (const step of stepsTaken) await verbs[step.do](world, step as never)
        await verbs.look(world, { do: 'look' })
        for (const snapshot of world.snapshots) await compare(snapshot)
        const middleSnapshot = world.snapshots[world.snapshots.length >> 1]
        if (middleSnapshot) await compareBundle(middleSnapshot)
        snapshotCount += world.snapshots.length
      },
    )
    await fc.assert(history, { seed, numRuns: walks, endOnFailure: true })
    t.diagnostic(`${snapshotCount} moments`)
  })
}
