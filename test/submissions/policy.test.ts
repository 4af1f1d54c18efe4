import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'
import { flagNames, kinds, next, noFlags, type Policy, type State, states, validKinds } from './spec.ts'
import {
  createSubmissionsClient,
  emittedEvents,
  type RecordedEvent,
  type SubmissionsClient,
} from './submissions-client.ts'

let p: Probata
let client: SubmissionsClient

before(async () => {
  p = await boot()
  client = await createSubmissionsClient(p)
})
after(() => p[Symbol.asyncDispose]())

/** The events that lead from draft to each status. With two required receipts, every policy allows them. */
const eventsLeadingTo: Readonly<Record<string, readonly string[]>> = {
  draft: [],
  reviewed: ['reviewed'],
  approved: ['reviewed', 'approved'],
  submitted: ['reviewed', 'approved', 'submitted'],
  acknowledged: ['reviewed', 'approved', 'submitted', 'receipt_received'],
  accepted: ['reviewed', 'approved', 'submitted', 'receipt_received', 'receipt_received'],
  rejected: ['reviewed', 'approved', 'submitted', 'rejected'],
  withdrawn: ['reviewed', 'approved', 'submitted', 'withdrawn'],
  closed: ['withdrawn', 'closed'],
}

const receiptsIn: Readonly<Record<string, number>> = { acknowledged: 1, accepted: 2 }

/** Asserts that an event was sent to receivers for each recorded event and for each change of status. */
const assertEmitted = async (packages: ReadonlyMap<string, readonly RecordedEvent[]>): Promise<void> => {
  const publishedByPackage = Map.groupBy(await emittedEvents(p), ({ packageId }) => packageId)
  for (const [id, events] of packages) {
    const expected = events.flatMap(({ statusBefore, statusAfter }) => {
      const isChange = statusBefore !== null && statusBefore !== statusAfter
      const statusEvents = isChange ? [`submission.package.status_changed ${statusAfter}`] : []
      return [`submission.package.event_recorded ${statusAfter}`, ...statusEvents]
    })
    const published = publishedByPackage.get(id) ?? []
    assert.deepEqual(
      published.map(({ type, status }) => `${type} ${status}`),
      expected,
    )
    assert.deepEqual(
      published.flatMap(({ event }) => event ?? []),
      events,
    )
  }
}

/**
 * Sends every kind of event to packages in a status. Each kind that changes the status gets its own package; the others
 * share one.
 */
const tryEvery = async (policy: Policy, status: string): Promise<Map<string, RecordedEvent[]>> => {
  const requirementId = await client.requirement({ ...policy, receiptsRequired: 2 })
  const eventsBefore = eventsLeadingTo[status] ?? []
  const [reviewed, approved] = [eventsBefore.includes('reviewed'), eventsBefore.includes('approved')]
  const state: State = { status, receipts: receiptsIn[status] ?? 0, reviewed, approved }
  const movingKinds = kinds.filter(kind => (next(policy, state, kind)?.status ?? status) !== status)
  const packages: string[] = []
  for (const _ of [...movingKinds, 'stays']) {
    const id = await client.package(requirementId)
    await client.follow(id, ...eventsBefore)
    packages.push(id)
  }
  await client.must(200, 'PATCH', `/submission-requirements/${requirementId}`, { policy })
  const packageId = packages.at(-1) ?? ''
  const recordedByPackage = new Map(await Promise.all(packages.map(async id => [id, await client.events(id)] as const)))
  for (const kind of kinds) {
    const expected = next(policy, state, kind)
    const id = packages[movingKinds.indexOf(kind)] ?? packageId
    const response = await client.record(id, kind)
    if (expected) {
      assert.equal(response.status, 201, `${kind} in ${status}: ${response.text}`)
      assert.deepEqual([response.body.statusBefore, response.body.statusAfter], [status, expected.status], kind)
      recordedByPackage.get(id)?.push(response.body)
    } else {
      assert.deepEqual([response.status, response.body.error], [422, 'unprocessable'], `${kind} in ${status}`)
      const possible = validKinds(policy, state).join(', ') || 'none'
      const message = `The package is ${status}, so the event ${kind} is not possible. Possible events: ${possible}.`
      assert.equal(response.body.message, message)
    }
  }
  for (const [id, events] of recordedByPackage) {
    assert.deepEqual(await client.events(id), events, 'exactly the events that got a 201 are recorded')
    assert.equal((await client.get(id)).status, events.at(-1)?.statusAfter)
  }
  const detail = await client.must(200, 'GET', `/packages/${packageId}`)
  assert.deepEqual(detail.validEventKinds, validKinds(policy, state))
  return recordedByPackage
}

const policies: Policy[] = Array.from({ length: 2 ** flagNames.length }, (_, bits) => ({
  ...noFlags,
  ...Object.fromEntries(flagNames.map((flag, i) => [flag, (bits & (1 << i)) > 0])),
}))
const statesThatCountReceipts = ['submitted', 'acknowledged', 'accepted']

for (const flags of policies) {
  const flagList = flagNames.filter(flag => flags[flag]).join(' and ') || 'no flag'
  test(`every event in every state with ${flagList} is accepted or rejected as specified`, async () => {
    const cases = [
      ...states.map(state => tryEvery({ ...flags, receiptsRequired: 1 }, state)),
      ...statesThatCountReceipts.map(state => tryEvery({ ...flags, receiptsRequired: 2 }, state)),
    ]
    await assertEmitted(new Map((await Promise.all(cases)).flatMap(entries => [...entries])))
  })
}

test('of four receipts the first three acknowledge and the last accepts; the count restarts after a resubmission', async () => {
  const id = await client.package(await client.requirement({ receiptsRequired: 4 }))
  const receipts = ['receipt_received', 'receipt_received', 'receipt_received']
  await client.follow(id, 'submitted', ...receipts, 'rejected', 'receipt_received', 'resubmitted', ...receipts)
  assert.equal((await client.get(id)).status, 'acknowledged')
  await client.follow(id, 'resubmitted', ...receipts, 'receipt_received', 'receipt_received')
  const statuses = (await client.events(id)).map(({ statusAfter }) => statusAfter)
  const acknowledgedThrice = ['acknowledged', 'acknowledged', 'acknowledged']
  assert.deepEqual(statuses, [
    'draft',
    ...['submitted', ...acknowledgedThrice, 'rejected', 'rejected'],
    ...['submitted', ...acknowledgedThrice],
    ...['submitted', ...acknowledgedThrice, 'accepted', 'accepted'],
  ])
  await assertEmitted(new Map([[id, await client.events(id)]]))
})

test('a changed policy applies to later events, flag by flag', async () => {
  const requirementId = await client.requirement({ receiptsRequired: 3, requireReview: true })
  const id = await client.package(requirementId)
  await client.follow(id, 'reviewed', 'submitted', 'receipt_received')
  const path = `/submission-requirements/${requirementId}`
  const { policy } = await client.must(200, 'PATCH', path, { policy: { receiptsRequired: 2 } })
  assert.deepEqual(policy, { ...noFlags, receiptsRequired: 2, requireReview: true }, 'omitted fields do not change')
  await client.follow(id, 'receipt_received')
  assert.equal((await client.get(id)).status, 'accepted')
  const response = await client.must(200, 'PATCH', path, { policy: { requireReview: false, requireApproval: true } })
  assert.deepEqual(response.policy, { ...noFlags, receiptsRequired: 2, requireApproval: true })
  const { policy: policyAfter } = await client.must(200, 'PATCH', path, { title: 'Another title' })
  assert.deepEqual(policyAfter, response.policy)
})
