import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { day, iso } from '#lib/clock.ts'
import { readsTogether } from '#shared/read-together.ts'
import { Count, CountedUpTo, maxCounted, Trend, trendDays, trendStarts } from '#shared/trend.ts'
import { attemptsByDay, countDeliveries, selectEndpointHealth } from './health-queries.ts'
import { secretPosture } from './secret-posture.ts'
import { Webhook, webhookName } from './webhook.ts'

const maxFailing = 5

const FailingEndpoint = Type.Object({
  id: Type.String(),
  name: Type.String(),
  host: Type.String({ description: 'The host of the receiver, with its port.' }),
  failingSince: Timestamp,
  lastFailure: Nullable(Type.String({ description: 'Why the last attempt failed.' })),
})

/** Reads the webhooks that need an administrator's attention, and the delivery results. */
export const getWebhooksOverview = readEndpoint({
  name: 'getWebhooksOverview',
  summary: 'Get failing webhooks, secrets due for rotation, pending deliveries and the deliveries of 30 days',
  tag: 'Overview',
  wholeWorkspace: true,
  workspace: { path: '/overview/webhooks', roles: ['admin', 'auditor'] },
  response: Type.Object(
    {
      active: Count,
      paused: { ...Count, description: 'Webhooks that deliver nothing, including those of disabled service accounts.' },
      failing: { ...Count, description: 'Active webhooks whose last attempt failed.' },
      deadLetters: Count,
      pending: Count,
      secretsOverdue: { ...Count, description: 'Overdue secrets, including those that require action.' },
      secretsDueSoon: Count,
      customerActionRequired: Count,
      countedUpTo: CountedUpTo,
      failingEndpoints: Type.Array(FailingEndpoint, {
        description: `The webhooks that have been failing longest, at most ${maxFailing}.`,
      }),
      trend: Trend('succeeded', 'failed'),
    },
    { title: 'WebhooksOverview' },
  ),
  needs: ['countCache'],
  async run(request) {
    const call = readsTogether(request)
    const { now, read, settings } = call
    // Earlier attempts may be deleted at any time.
    const completeFrom = now - settings.webhookRetentionDays * day
    const [endpoints, [backlog], daily] = await Promise.all([
      read(selectEndpointHealth, {}),
      read(countDeliveries, {}),
      call.countCache.read(call, { series: attemptsByDay, starts: trendStarts(now), completeFrom }),
    ])
    const postures = Map.groupBy(endpoints, row => secretPosture(call, row).posture)
    const secrets = (posture: Parameters<typeof postures.get>[0]) => postures.get(posture)?.length ?? 0
    const active = endpoints.filter(({ status }) => status === 'active')
    const failing = active.flatMap(({ record, failing_since, message }) => {
      if (!failing_since) return []
      const { url, ...webhook } = readRecord(Webhook, record)
      const failingSince = iso(failing_since.getTime())
      return [
        { id: webhook.id, name: webhookName(webhook), host: new URL(url).host, failingSince, lastFailure: message },
      ]
    })
    return {
      active: active.length,
      paused: endpoints.length - active.length,
      failing: failing.length,
      deadLetters: backlog?.dead_letters ?? 0,
      pending: backlog?.pending ?? 0,
      secretsOverdue: secrets('overdue') + secrets('customer_action_required'),
      secretsDueSoon: secrets('due_soon'),
      customerActionRequired: secrets('customer_action_required'),
      countedUpTo: maxCounted,
      failingEndpoints: failing
        .toSorted((a, b) => Date.parse(a.failingSince) - Date.parse(b.failingSince))
        .slice(0, maxFailing),
      trend: {
        days: trendDays(call),
        succeeded: daily.map(({ attempts, failed }) => attempts - failed),
        failed: daily.map(({ failed }) => failed),
      },
    }
  },
})
