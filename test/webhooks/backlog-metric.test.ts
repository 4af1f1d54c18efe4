import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { startReceiver } from './receiver.ts'
import { loopback, webhooksOf } from './webhooks.ts'

const backlogOf = async (p: Probata): Promise<Record<string, number>> => {
  const { text } = await p.call('GET', '/metrics')
  const lines = text.matchAll(/^probata_webhook_backlog\{state="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, state, count]) => [state, Number(count)]))
}

test('a worker reports its backlog by endpoint state, recounted at most every 15 s', async () => {
  await using p = await boot({ env: { ...loopback, PROBATA_ROLES: 'api,worker' } })
  let pendingResponses: ServerResponse[] | undefined = []
  await using receiver = await startReceiver(({ path }, response) => {
    if (path.endsWith('active') && pendingResponses) pendingResponses.push(response)
    else response.writeHead(path.endsWith('active') ? 204 : 500).end()
  })
  const webhooks = webhooksOf(p)
  const [, failingWebhook, pausedWebhook] = await Promise.all(
    ['active', 'failing', 'paused'].map(name => webhooks.create(`${receiver.url}/${name}`)),
  )
  await webhooks.postAction(pausedWebhook?.id ?? '', 'pause')
  await webhooks.emit(2)
  const isFailing = async () => {
    const [lane] = await p.sql('select failing_since from webhook_lane where endpoint_id = $1', [failingWebhook?.id])
    return lane?.failing_since !== null
  }
  await until(
    'one webhook is failing and one delivery is in flight',
    async () => pendingResponses?.length === 1 && (await isFailing()),
  )
  await webhooks.remove((await webhooks.create(receiver.url)).id)
  const expectedBacklog = { active: 2, failing: 2, paused: 2, stopped: 0 }
  assert.deepEqual(await backlogOf(p), expectedBacklog)
  await webhooks.emit()
  assert.deepEqual(await backlogOf(p), expectedBacklog)
  const openResponses = pendingResponses
  pendingResponses = undefined
  for (const response of openResponses) response.writeHead(204).end()
})

test('a process without the worker role reports no backlog', async () => {
  await using p = await boot({ env: loopback })
  assert.deepEqual(await backlogOf(p), {})
})
