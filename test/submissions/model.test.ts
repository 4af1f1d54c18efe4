import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { iso, minute } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts'
import { draft, kinds, next, type Policy, type State } from './spec.ts'
import { createSubmissionsClient, type RecordedEvent, type SubmissionsClient } from './submissions-client.ts'

/**
 * The number of histories per seed. The default is small, for `npm test`; `MODEL_WALKS=2000 npm run model` runs more.
 */
const walks = Number(process.env.MODEL_WALKS ?? 30)
/** `MODEL_SEED=…` repeats a failed run. */
const fixedSeed = process.env.MODEL_SEED

let p: Probata
let client: SubmissionsClient
let receiver: Receiver

before(async () => {
  receiver = await startReceiver()
  p = await boot({ env: { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  client = await createSubmissionsClient(p)
  const hook = {
    url: receiver.url,
    events: ['*'],
    description: 'receives events of packages',
    reason: 'a test receiver',
  }
  const response = await p.call('POST', '/api/v1/webhooks', { token: client.token, body: hook })
  assert.equal(response.status, 201, response.text)
})
after(async () => {
  await p[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

interface ReportedEvent {
  readonly eventKind: string
  /** The time of the event, in minutes from now. */
  readonly minutes: number
  /** One of a few source keys, so that some keys are used twice. */
  readonly source: string | undefined
}

type Step = { readonly report: ReportedEvent } | { readonly return: true } | { readonly policy: Policy }

const policies: fc.Arbitrary<Policy> = fc.record({
  receiptsRequired: fc.integer({ min: 1, max: 4 }),
  requireReview: fc.boolean(),
  requireApproval: fc.boolean(),
  requireOutcomeBeforeClose: fc.boolean(),
})

// Most steps have an effect, because a package that is closed early has no history.
const reports: fc.Arbitrary<Step> = fc
  .record({
    eventKind: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...kinds.filter(kind => kind !== 'closed')) },
      { weight: 6, arbitrary: fc.constantFrom('submitted', 'receipt_received', 'resubmitted') },
      { weight: 1, arbitrary: fc.constant('closed') },
    ),
    minutes: fc.integer({ min: -100_000, max: 4 }),
    source: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { nil: undefined, freq: 2 }),
  })
  .map(report => ({ report }))

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: reports },
  { weight: 2, arbitrary: fc.constant({ return: true as const }) },
  { weight: 1, arbitrary: policies.map(policy => ({ policy })) },
)

/** The model of a package, small enough to be obviously right. */
interface Model {
  policy: Policy
  state: State
  submittedAt: string | null
  firstSubmittedAt: string | null
  /** The recorded events, as in the responses. */
  readonly events: RecordedEvent[]
  /** The expected deliveries, in order. A recorded event is named by its id, a change of status by the status. */
  readonly expectedDeliveries: string[]
}

const moveTo = (model: Model, state: State): void => {
  if (state.status !== model.state.status) model.expectedDeliveries.push(`status_changed ${state.status}`)
  model.state = state
}

const report = async (model: Model, id: string, { eventKind, minutes, source }: ReportedEvent): Promise<void> => {
  const occurredAt = iso(p.clock.now() + minutes * minute)
  const overrides = { occurredAt, eventSnapshot: { minutes }, ...(source && { sourceEventKey: source }) }
  const { status, body, text } = await client.record(id, eventKind, overrides)
  const earlierEvent = source && model.events.find(({ sourceEventKey }) => sourceEventKey === source)
  if (earlierEvent && earlierEvent.eventKind !== eventKind) return assert.equal(status, 409, text)
  if (earlierEvent) return assert.deepEqual([status, body], [200, earlierEvent])
  const state = next(model.policy, model.state, eventKind)
  if (!state) return assert.deepEqual([status, body.error], [422, 'unprocessable'], `${eventKind}: ${text}`)
  assert.equal(status, 201, `${eventKind} in ${model.state.status}: ${text}`)
  const { statusBefore, statusAfter, sourceEventKey } = body
  assert.deepEqual([statusBefore, statusAfter], [model.state.status, state.status])
  assert.deepEqual([body.occurredAt, sourceEventKey], [occurredAt, source ?? null])
  model.events.push(body)
  model.expectedDeliveries.push(`event_recorded ${body.id}`)
  if (eventKind === 'submitted' || eventKind === 'resubmitted') {
    model.submittedAt = occurredAt
    model.firstSubmittedAt ??= occurredAt
  }
  moveTo(model, state)
}

const returnToDraft = async (model: Model, id: string): Promise<void> => {
  const { status, text } = await client.ask('POST', `/packages/${id}/return`)
  const { requireReview, requireApproval } = model.policy
  const returnableAfterSending = requireReview || requireApproval ? ['rejected', 'withdrawn'] : []
  const isPossible = ['reviewed', 'approved', ...returnableAfterSending].includes(model.state.status)
  assert.equal(status, isPossible ? 200 : 422, text)
  if (isPossible) moveTo(model, { ...draft, receipts: model.state.receipts })
}

/** Compares the package, its events and their deliveries with the model. */
const compare = async (model: Model, id: string): Promise<void> => {
  const packageRecord = await client.get(id)
  assert.deepEqual([packageRecord.status, packageRecord.submittedAt], [model.state.status, model.submittedAt])
  const packageDetail = await client.must(200, 'GET', `/packages/${id}`)
  assert.deepEqual(packageDetail.submissionPackage, packageRecord)
  assert.equal(packageDetail.firstSubmittedAt, model.firstSubmittedAt)
  const [created, ...events] = await client.events(id)
  assert.deepEqual([created?.eventKind, created?.statusBefore, created?.statusAfter], ['created', null, 'draft'])
  assert.deepEqual(events, model.events)
  const [row] = await p.sql('select receipts from submission_package where id = $1', [id])
  assert.equal(row?.receipts, model.state.receipts)
  await p.system.delivery.drain()
  const envelopes = receiver.received.splice(0).map(({ body }) => JSON.parse(body))
  assert.equal(new Set(envelopes.map(envelope => envelope.id)).size, envelopes.length, 'each arrives once')
  const deliveries = envelopes.map(({ type, data }) => {
    const { submissionPackage, submissionEvent } = data
    assert.equal(submissionPackage.id, id)
    const name = type.replace('submission.package.', '')
    if (!submissionEvent) return `${name} ${submissionPackage.status}`
    const recordedEvent = [created, ...model.events].find(event => event?.id === submissionEvent.id)
    assert.equal(JSON.stringify(submissionEvent), JSON.stringify(recordedEvent))
    assert.equal(submissionPackage.status, submissionEvent.statusAfter)
    return `${name} ${submissionEvent.id}`
  })
  assert.deepEqual(deliveries.sort(), [`event_recorded ${created?.id}`, ...model.expectedDeliveries].sort())
}

const history = fc.asyncProperty(
  policies,
  fc.array(steps, { maxLength: 30, size: 'max' }),
  async (policy, stepsTaken) => {
    receiver.received.length = 0
    const requirementId = await client.requirement(policy)
    const id = await client.package(requirementId)
    const model: Model = {
      policy,
      state: draft,
      submittedAt: null,
      firstSubmittedAt: null,
      events: [],
      expectedDeliveries: [],
    }
    for (const step of stepsTaken) {
      if ('report' in step) await report(model, id, step.report)
      else if ('return' in step) await returnToDraft(model, id)
      else {
        await client.must(200, 'PATCH', `/submission-requirements/${requirementId}`, { policy: step.policy })
        model.policy = step.policy
      }
    }
    await compare(model, id)
  },
)

const seeds = fixedSeed ? [Number(fixedSeed)] : [20_261_121, randomInt(2 ** 31)]

for (const seed of seeds) {
  test(`random histories agree with the fold of their events (seed ${seed})`, { timeout: 3_600_000 }, async t => {
    t.diagnostic(`${walks} histories; repeat them with MODEL_SEED=${seed}`)
    await fc.assert(history, { seed, numRuns: walks, endOnFailure: false })
  })
}
