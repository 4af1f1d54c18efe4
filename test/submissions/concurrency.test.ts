import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ApiResponse } from '#test/client.ts'
import { type NodeProcess, startNodeProcesses } from '#test/node-processes.ts'
import { draft, kinds, next, noFlags, type State } from './spec.ts'
import { createSubmissionsClient, type RecordedEvent, type SubmissionsClient } from './submissions-client.ts'

/**
 * The number of keys. The default is small; `SUBMISSION_KEYS=1000 node test/run.ts
 * test/submissions/concurrency.test.ts` runs more.
 */
const keyCount = Number(process.env.SUBMISSION_KEYS ?? 100)
const callsPerKey = 20
const packageCount = 10
const timeout = 1_800_000

/** Two processes on one database. The calls alternate between them. */
let nodesAndDatabase: Awaited<ReturnType<typeof startNodeProcesses>>
let clients: readonly [SubmissionsClient, SubmissionsClient]

before(async () => {
  nodesAndDatabase = await startNodeProcesses()
  const client = await createSubmissionsClient(nodesAndDatabase.nodes[0])
  clients = [client, await createSubmissionsClient(nodesAndDatabase.nodes[1], 'acme', client.token)]
})

after(() => nodesAndDatabase[Symbol.asyncDispose]())

const nodeAt = (n: number): NodeProcess => nodesAndDatabase.nodes[n % 2 ? 1 : 0]

const clientAt = (n: number): SubmissionsClient => clients[n % 2 ? 1 : 0]

const makePackages = async (...kindsBefore: readonly string[]): Promise<string[]> => {
  const requirementId = await clients[0].requirement({ receiptsRequired: 2 })
  return Promise.all(
    Array.from({ length: packageCount }, async () => {
      const id = await clients[0].package(requirementId)
      await clients[0].follow(id, ...kindsBefore)
      return id
    }),
  )
}

const statusesOf = (answers: readonly ApiResponse[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const comparable = ({ status, headers, text }: ApiResponse): string =>
  `${status} ${headers.get('x-request-id')} ${text}`

/** Makes twenty calls for each key, in groups of ten keys. The calls of a group cover all packages. */
const forEachKey = async (
  packages: readonly string[],
  call: (client: SubmissionsClient, packageId: string, key: number, n: number) => Promise<ApiResponse>,
  check: (answers: readonly ApiResponse[]) => void,
): Promise<void> => {
  for (let start = 0; start < keyCount; start += packageCount) {
    const groups = packages.map((packageId, i) =>
      Promise.all(Array.from({ length: callsPerKey }, (_, n) => call(clientAt(n), packageId, start + i, n))),
    )
    for (const answers of await Promise.all(groups)) check(answers)
  }
}

/**
 * Checks that each event starts in the status in which the previous one ended, and that the package has the status of
 * the last one.
 */
const assertOneOrder = async (client: SubmissionsClient, packageId: string): Promise<RecordedEvent[]> => {
  const events = await client.events(packageId)
  for (const [i, { statusBefore }] of events.entries()) assert.equal(statusBefore, events[i - 1]?.statusAfter ?? null)
  const timestamps = events.map(({ createdAt }) => createdAt)
  assert.deepEqual(timestamps, [...timestamps].sort())
  assert.equal((await client.get(packageId)).status, events.at(-1)?.statusAfter)
  return events
}

const countOf = async (query: string): Promise<number> => {
  const [row] = await nodesAndDatabase.sql(query)
  return Number(row?.count)
}

const outbox = `select count(*) from outbox_event where type = 'submission.package.event_recorded'`
const trail = `select count(*) from audit_event where action = 'submission.event.record'
  and record::json->>'detail' not like 'repeat of %'`

test(`${keyCount} idempotency keys × ${callsPerKey} parallel calls over two processes: ${keyCount} events, identical responses`, {
  timeout,
}, async () => {
  const packages = await makePackages('reviewed')
  const [events, auditRows] = [await countOf(outbox), await countOf(trail)]
  await forEachKey(
    packages,
    (client, id, key) => client.record(id, 'reviewed', { eventSnapshot: { key }, occurredAt }, `parallel-key-${key}`),
    answers => {
      assert.deepEqual(statusesOf(answers), { 201: callsPerKey })
      assert.equal(new Set(answers.map(comparable)).size, 1)
      assert.equal(
        answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true').length,
        callsPerKey - 1,
      )
    },
  )
  const eventLists = await Promise.all(packages.map(id => assertOneOrder(clients[0], id)))
  const keys = eventLists.flatMap(list => list.slice(2)).map(({ eventSnapshot }) => Number(eventSnapshot.key))
  assert.deepEqual(
    keys.sort((a, b) => a - b),
    Array.from({ length: keyCount }, (_, key) => key),
  )
  assert.equal(await countOf(outbox), events + keyCount)
  assert.equal(await countOf(trail), auditRows + keyCount)
})

const occurredAt = '2026-01-31T09:00:00.000Z'

test(`${keyCount} source keys × ${callsPerKey} parallel calls, each with its own token: ${keyCount} events`, {
  timeout,
}, async () => {
  const packages = await makePackages('reviewed')
  const events = await countOf(outbox)
  const tokens: string[] = []
  for (let n = 0; n < callsPerKey; n++) tokens.push(await nodeAt(n).token('acme-portal'))
  const record = (_: SubmissionsClient, packageId: string, key: number, n: number): Promise<ApiResponse> =>
    nodeAt(n).call('POST', `/api/v1/governance/submissions/packages/${packageId}/events`, {
      token: tokens[n] ?? '',
      body: {
        eventKind: 'reviewed',
        occurredAt,
        eventSnapshot: { call: n },
        sourceEventKey: `portal:${key}`,
        reason: 'the portal called back',
      },
    })
  await forEachKey(packages, record, answers => {
    assert.deepEqual(statusesOf(answers), { 200: callsPerKey - 1, 201: 1 })
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  })
  const eventLists = await Promise.all(packages.map(id => assertOneOrder(clients[0], id)))
  assert.equal(eventLists.flatMap(list => list.slice(2)).length, keyCount)
  assert.equal(await countOf(outbox), events + keyCount)
})

test('different events race on one package over two processes: one order, each valid at its position', async () => {
  const policy = { ...noFlags, receiptsRequired: 2 }
  const requirementId = await clients[0].requirement(policy)
  for (let round = 0; round < 15; round++) {
    const id = await clients[0].package(requirementId)
    await clients[0].follow(id, ...(round % 2 ? [] : ['submitted']))
    const answers = await Promise.all(
      [...kinds, ...kinds, ...kinds]
        .filter(kind => kind !== 'closed')
        .map((kind, n) => clientAt(n + round).record(id, kind)),
    )
    const { 201: accepted = 0, ...rejections } = statusesOf(answers)
    assert.ok(
      Object.keys(rejections).every(status => status === '422'),
      JSON.stringify(rejections),
    )
    const events = await assertOneOrder(clients[0], id)
    assert.equal(events.length, accepted + (round % 2 ? 1 : 2))
    const acceptedIds = answers.flatMap(({ status, body }) => (status === 201 ? [body.id] : []))
    assert.deepEqual(new Set(events.slice(-accepted).map(event => event.id)), new Set(acceptedIds))
    let state: State | undefined = draft
    for (const { eventKind, statusAfter } of events.slice(1)) {
      state = state && next(policy, state, eventKind)
      assert.equal(state?.status, statusAfter)
    }
  }
})

test('one source key for two kinds at once: one event; its kind gets 200, the other 409', async () => {
  const requirementId = await clients[0].requirement()
  for (let round = 0; round < 10; round++) {
    const id = await clients[0].package(requirementId)
    await clients[0].follow(id, 'submitted')
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        clientAt(n).record(id, n % 4 < 2 ? 'receipt_received' : 'rejected', { sourceEventKey: 'one' }),
      ),
    )
    assert.deepEqual(statusesOf(answers), { 200: 5, 201: 1, 409: 6 })
    assert.equal((await assertOneOrder(clients[0], id)).length, 3)
  }
})
