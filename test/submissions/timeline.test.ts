import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts'
import { createSubmissionsClient, type SubmissionsClient } from './submissions-client.ts'

let p: Probata
let client: SubmissionsClient
let receiver: Receiver
let id: string

interface Entry {
  readonly at: string
  readonly kind: 'event' | 'decision' | 'delivery'
  readonly event?: { readonly eventKind: string }
  readonly decision?: { readonly decision: string; readonly decidedBy: string; readonly reason: string }
  readonly by?: { readonly kind: string; readonly id: string; readonly name: string | null }
  readonly idle?: true
  readonly delivery?: {
    readonly eventType: string
    readonly outcome: string
    readonly urlHost: string
    readonly webhookId: string | null
    readonly webhookName: string | null
  }
}

const summaryOf = ({ event, decision, delivery }: Entry): string =>
  event?.eventKind ?? decision?.decision ?? `${delivery?.eventType} ${delivery?.outcome}`

before(async () => {
  receiver = await startReceiver((_, response) => response.writeHead(500).end())
  p = await boot({ env: { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  client = await createSubmissionsClient(p)
  const hook = {
    url: `${receiver.url}?secret=of-the-receiver`,
    events: ['submission.package.status_changed'],
    description: 'receives changes',
    reason: 'a test receiver',
  }
  assert.equal((await p.call('POST', '/api/v1/webhooks', { token: client.token, body: hook })).status, 201)
  id = await client.package(await client.requirement())
  await client.follow(id, 'reviewed', 'reviewed')
  await p.system.delivery.drain()
  await client.must(200, 'POST', `/packages/${id}/return`)
  await p.system.delivery.drain()
  await client.follow(id, 'submitted', 'receipt_received')
})
after(async () => {
  await p[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const pages = async (limit: number): Promise<Entry[][]> => {
  const pagesRead: Entry[][] = []
  for (let cursor = ''; ; ) {
    const path = `/packages/${id}/timeline?limit=${limit}${cursor && `&cursor=${cursor}`}`
    const { timeline, pagination } = await client.must(200, 'GET', path)
    pagesRead.push(timeline)
    cursor = pagination.nextCursor ?? ''
    if (!cursor) return pagesRead
  }
}

test('the timeline has events, decisions and deliveries in one list, the oldest first', async () => {
  const [timeline = []] = await pages(50)
  const failedChange = 'submission.package.status_changed failed'
  assert.deepEqual(timeline.map(summaryOf), [
    'created',
    'reviewed',
    'reviewed',
    failedChange,
    'returned_to_draft',
    failedChange,
    'submitted',
    'receipt_received',
  ])
  const timestamps = timeline.map(({ at }) => at)
  assert.deepEqual(timestamps, [...timestamps].sort())
  const events = timeline.flatMap(({ event }) => event ?? [])
  assert.deepEqual(events, await client.events(id))
  const idleEntries = timeline.filter(entry => entry.idle)
  assert.deepEqual(idleEntries, [timeline[2]], 'the second review changed nothing')
  const { decision } = timeline.find(({ kind }) => kind === 'decision') ?? {}
  assert.match(decision?.decidedBy ?? '', /^prs_/)
  const [person, portal, noActor] = ['person admin of acme', 'service_account portal', undefined]
  assert.deepEqual(
    timeline.map(({ by }) => by && `${by.kind} ${by.name}`),
    [person, portal, portal, noActor, person, noActor, portal, portal],
  )
  assert.equal(timeline.find(({ kind }) => kind === 'decision')?.by?.id, decision?.decidedBy)
  assert.equal(decision?.reason, 'requested by a submissions test')
})

test("only a receiver's host is shown, because its URL may contain a secret", async () => {
  const { text } = await client.ask('GET', `/packages/${id}/timeline`)
  assert.ok(text.includes(`"urlHost":"${new URL(receiver.url).host}"`))
  assert.ok(!text.includes('of-the-receiver') && !text.includes('/hook'))
})

test('a delivery names its webhook for people who may read webhooks', async () => {
  const [timeline = []] = await pages(50)
  const webhooks = timeline.flatMap(({ delivery }) => (delivery ? [[delivery.webhookName, delivery.webhookId]] : []))
  assert.equal(webhooks.length, 2)
  for (const [name, id] of webhooks) {
    assert.equal(name, 'receives changes')
    assert.match(id ?? '', /^wh[ke]_/)
  }
  const cookie = await p.signIn('reviewer@acme.example')
  const { body } = await p.call('GET', `/api/workspace/packages/${id}/timeline`, { cookie })
  const named = body.timeline.filter(({ delivery }: Entry) => delivery?.webhookName || delivery?.webhookId)
  assert.deepEqual(named, [])
})

test('a page has N events and decisions, each with its deliveries; none is repeated or missing', async () => {
  const [fullPage = []] = await pages(50)
  for (const limit of [1, 2, 3, 6]) {
    const parts = await pages(limit)
    for (const part of parts) assert.ok(part.filter(({ kind }) => kind !== 'delivery').length <= limit)
    const entries = parts.flat().map(entry => JSON.stringify(entry))
    assert.deepEqual(entries.toSorted(), fullPage.map(entry => JSON.stringify(entry)).toSorted())
    const steps = (entries: readonly Entry[]) => entries.filter(({ kind }) => kind !== 'delivery').map(summaryOf)
    assert.deepEqual(steps(parts.flat()), steps(fullPage))
  }
  const { pagination } = await client.must(200, 'GET', `/packages/${id}/timeline?limit=1`)
  const otherPackage = await client.package(await client.requirement())
  const foreignCursor = await client.must(
    400,
    'GET',
    `/packages/${otherPackage}/timeline?cursor=${pagination.nextCursor}`,
  )
  assert.equal(foreignCursor.error, 'invalid_cursor')
})

test('a package of another workspace has no timeline here', async () => {
  const foreign = await createSubmissionsClient(p, 'globex')
  await foreign.must(404, 'GET', `/packages/${id}/timeline`)
})
