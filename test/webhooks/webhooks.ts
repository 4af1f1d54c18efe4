import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { WebhookForm } from '#http/event.ts'
import { claimInput, noon } from '#test/fixture.ts'
import type { ApiResponse, Probata } from '#test/system.ts'

/** Environment variables for boot() that allow receivers on loopback. */
export const loopback = { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8,::1/128' }

/** The type of the event that reports a created claim, in each form. */
export const claimCreated: Readonly<Record<WebhookForm, string>> = {
  unversioned: 'evidence.claim.created',
  versioned: 'governance.evidence_claim.created.v1',
}

/** An attempt, as the list of a webhook's deliveries shows it. */
export interface Attempt {
  readonly id: string
  readonly eventId: string
  readonly attempt: number
  readonly outcome: 'delivered' | 'failed' | 'dead'
  readonly status: number | null
  readonly failure: string | null
  readonly startedAt: string
  readonly ms: number
  readonly nextAttemptAt: string | null
}

interface CreatedWebhook {
  readonly id: string
  readonly secret: string
}

/** The actions on webhooks that delivery tests perform in one workspace. */
export interface Webhooks {
  /** Creates a webhook as the service account `<slug>-scanner`. By default, it subscribes to created claims. */
  create(url: string, events?: readonly string[]): Promise<CreatedWebhook>
  /** Creates a webhook that is removed at the end of the test. */
  createFor(t: Pick<TestContext, 'after'>, url: string, events?: readonly string[]): Promise<CreatedWebhook>
  /** Posts to …/pause, …/resume, …/rotate-secret or …/test. */
  postAction(id: string, action: string): Promise<ApiResponse>
  remove(id: string): Promise<void>
  /** Creates claims one after another; returns the ids of their events. */
  emit(count?: number): Promise<string[]>
  /** Returns every attempt, oldest first. */
  attempts(id: string): Promise<Attempt[]>
  get(path: string): Promise<ApiResponse>
  /** Returns the queued deliveries, by due time. */
  pending(id: string): Promise<{ due: number; event: string; attempt: number }[]>
  /** Returns the ids of the events that are dead letters. */
  dead(id: string): Promise<string[]>
}

let keys = 0
const newKey = () => `webhook-test-${++keys}`
const reason = 'requested by a delivery test'
const path = '/api/v1/webhooks'
const claims = '/api/v1/governance/evidence/claims'

export const webhooksOf = (p: Probata, slug = 'acme', form: WebhookForm = 'unversioned'): Webhooks => {
  let token = ''

  // The clock may jump at any time, so a 401 is handled as clients should handle it (interface section 7.4).
  const call = async (method: string, url: string, body?: unknown): Promise<ApiResponse> => {
    const key = method === 'GET' ? {} : { key: newKey(), body: { reason, ...(body as object) } }
    const send = () => p.call(method, url, { token, ...key })
    if (token !== '') {
      const response = await send()
      if (response.status !== 401) return response
    }
    token = await p.token(`${slug}-scanner`)
    return send()
  }

  const assertStatus = async (status: number, method: string, url: string, body?: unknown): Promise<ApiResponse> => {
    const response = await call(method, url, body)
    assert.equal(response.status, status, response.text)
    return response
  }

  const webhooks: Webhooks = {
    async create(url, events = [claimCreated[form]]) {
      const { body } = await assertStatus(201, 'POST', path, { url, events, description: `receiver at ${url}` })
      return { id: body.webhook.id, secret: body.signingSecret ?? body.webhook.signingSecret }
    },
    async createFor(t, url, events) {
      const webhook = await webhooks.create(url, events)
      t.after(() => webhooks.remove(webhook.id))
      return webhook
    },
    postAction: (id, action) => assertStatus(200, 'POST', `${path}/${id}/${action}`),
    async remove(id) {
      await assertStatus(204, 'DELETE', `${path}/${id}`)
    },
    async emit(count = 1) {
      const ids: string[] = []
      for (let i = 0; i < count; i++) ids.push((await assertStatus(201, 'POST', claims, claimInput(newKey()))).body.id)
      const rows = await p.sql(
        `select e.id from unnest($1::text[]) with ordinality c (id, place)
           join outbox_event e on e.type = 'evidence.claim.created' and e.body like '%"' || c.id || '"%' order by place`,
        [ids],
      )
      return rows.map(({ id }) => String(id))
    },
    async attempts(id) {
      const attempts: Attempt[] = []
      for (let cursor = ''; ; ) {
        const { body } = await assertStatus(
          200,
          'GET',
          `${path}/${id}/deliveries?limit=200${cursor && `&cursor=${cursor}`}`,
        )
        attempts.push(...body.deliveries)
        cursor = body.pagination.nextCursor ?? ''
        if (!cursor) return attempts.reverse()
      }
    },
    get: at => assertStatus(200, 'GET', path + at),
    async pending(id) {
      const rows = await p.sql(
        'select due, event_id, attempt from webhook_queue where endpoint_id = $1 order by due, id',
        [id],
      )
      return rows.map(row => ({ due: Number(row.due), event: String(row.event_id), attempt: Number(row.attempt) }))
    },
    async dead(id) {
      const rows = await p.sql('select event_id from webhook_dead_letter where endpoint_id = $1 order by event_id', [
        id,
      ])
      return rows.map(row => String(row.event_id))
    },
  }
  return webhooks
}

/**
 * Returns a clock, for boot() and for the test, that stands still until it is set. It starts at noon of a fixed day.
 */
export const stopTime = ({ mock }: Pick<TestContext, 'mock'>) => {
  let time = noon
  mock.timers.enable({ apis: ['Date'], now: time })
  const setTime = (to: number) => {
    time = to
    mock.timers.setTime(to)
  }
  return { now: () => time, set: setTime, advance: (ms: number) => setTime(time + ms) }
}
