import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'
import { person, type WebhookManager } from './callers.ts'
import { startReceiver } from './receiver.ts'
import { loopback } from './webhooks.ts'

const eventRecorded = 'submission.package.event_recorded'
const reason = 'requested by the order test'
// The number of packages is larger than the number of deliveries that the webhook makes at a time after a pause.
const packages = 6
const eventsPerPackage = 12

const createPoster = async (p: Probata) => {
  const cookie = await p.signIn('admin@acme.example')
  return async (path: string, body: object): Promise<string> => {
    const response = await p.call('POST', `/api/workspace${path}`, { cookie, body: { reason, ...body } })
    assert.equal(response.status, 201, response.text)
    return response.body.id
  }
}

/** Creates packages, then records events for them in rotation; returns the package ids. */
const createPackagesWithEvents = async (p: Probata): Promise<string[]> => {
  const post = await createPoster(p)
  const requirement = { requirementKey: 'ORD-01', title: 'Order', submissionKind: 'other', status: 'active' }
  const submissionRequirementId = await post('/submission-requirements', requirement)
  const time = new Date(p.clock.now()).toISOString()
  const ids: string[] = []
  for (let i = 0; i < packages; i++)
    ids.push(await post('/packages', { submissionRequirementId, packageKey: `ORD-${i}`, title: 'Order', dueAt: time }))
  for (let i = 0; i < eventsPerPackage; i++)
    for (const id of ids)
      await post(`/packages/${id}/events`, { eventKind: 'reviewed', occurredAt: time, eventSnapshot: { i } })
  return ids
}

const eventsOf = async (admin: WebhookManager, id: string) => {
  const { deliveries } = (await admin.get(`/${id}/deliveries?limit=200`)).body
  return deliveries.map(({ eventId }: { eventId: string }) => eventId).reverse()
}

test('events queued during a pause arrive one at a time, in order', async () => {
  await using p = await boot({ env: loopback })
  const arrivedKeys: string[] = []
  let [inFlight, maxInFlight] = [0, 0]
  await using receiver = await startReceiver(async ({ body }, response) => {
    maxInFlight = Math.max(maxInFlight, ++inFlight)
    arrivedKeys.push(JSON.parse(body).data.claim.claimKey)
    // The receiver responds faster to later requests.
    await delay(20 - arrivedKeys.length)
    inFlight--
    response.writeHead(204).end()
  })
  const admin = await person(p)
  const { id } = await admin.create(receiver.url, ['evidence.claim.created'])
  await admin.send('POST', `/${id}/pause`)
  const client = createWorkspaceClient(p)
  const keys = Array.from({ length: 20 }, (_, i) => `IN-TURN-${i}`)
  for (const key of keys) await client.claim(key)
  await admin.send('POST', `/${id}/resume`)
  await p.system.delivery.drain()
  assert.deepEqual([arrivedKeys, maxInFlight], [keys, 1])
})

test('attempts of one resource are sequential while a webhook catches up; others do not wait', async () => {
  await using p = await boot({ env: loopback })
  const open = new Map<string, number>()
  const order = new Map<string, string[]>()
  let [inFlight, maxInFlight, overlaps] = [0, 0, 0]
  await using receiver = await startReceiver(async ({ body, headers }, response) => {
    const { id } = JSON.parse(body).data.submissionPackage
    const openForPackage = (open.get(id) ?? 0) + 1
    if (openForPackage > 1) overlaps++
    maxInFlight = Math.max(maxInFlight, ++inFlight)
    open.set(id, openForPackage)
    order.set(id, [...(order.get(id) ?? []), String(headers['webhook-id'])])
    await delay(5)
    inFlight--
    open.set(id, openForPackage - 1)
    response.writeHead(204).end()
  })
  const admin = await person(p)
  const { id } = await admin.create(receiver.url, [eventRecorded])
  await admin.send('POST', `/${id}/pause`)
  const ids = await createPackagesWithEvents(p)
  const queued = await p.sql('select event_id from webhook_queue order by due, id')
  await admin.send('POST', `/${id}/resume`)
  assert.equal(await p.system.delivery.drain(), queued.length)
  assert.equal(overlaps, 0, 'two attempts of one package overlapped')
  assert.ok(maxInFlight > 1, 'attempts of different packages never overlapped')
  assert.deepEqual(await p.sql('select count(*)::int as left from webhook_queue'), [{ left: 0 }])
  for (const one of ids) {
    assert.equal(order.get(one)?.length, eventsPerPackage + 1)
    assert.deepEqual(
      order.get(one),
      order.get(one)?.toSorted(),
      "deliveries are not in the order of the package's events",
    )
  }
  assert.equal((await eventsOf(admin, id)).length, queued.length)
})
