import { Type } from 'typebox'
import type { Role } from '#api/access.ts'
import type { Change } from '#api/call.ts'
import type { WebhookForm } from '#api/event.ts'
import { notFound } from '#api/family.ts'
import { readRecord } from '#api/record.ts'
import { Reference } from '#api/schema.ts'
import { iso } from '#lib/clock.ts'
import { lockWebhook, updateWebhook } from './queries.ts'
import { renderWebhook, Webhook } from './webhook.ts'

export const WebhookParams = Type.Object({ webhookId: Reference('whk', 'whe') })

/** Both doors of an operation on one webhook: machines with the scope, administrators, and whoever else is named. */
export const doors = (path: string, ...roles: Role[]) =>
  ({
    v1: { path: `/webhooks${path}`, scope: 'webhooks:manage' },
    workspace: { path: `/webhooks${path}`, roles: ['admin', ...roles] },
  }) as const

interface Present {
  readonly webhook: Webhook
  readonly form: WebhookForm
  /** Whose scopes `*` is resolved against. */
  readonly account: string | null
}

interface Decided {
  readonly webhook?: Partial<Webhook>
  readonly account?: string | null
}

/** The webhook under its row lock; unknown, deleted and foreign ones are the same 404. */
export const lockedWebhook = async (
  { tx, organizationId }: Change,
  id: string,
): Promise<Present & { record: string }> => {
  const [row] = await tx.query(lockWebhook, [organizationId, id])
  if (!row) throw notFound('webhook')
  return { ...row, webhook: readRecord(Webhook, row.record) }
}

/** Tells who delivers, once the change is committed. */
export const tellChanged = ({ tx, organizationId, deliveries }: Change, id: string): void =>
  tx.afterCommit(() => deliveries.changed(organizationId, id))

/** Changes a webhook under its row lock, with its audit row; it takes effect with the next attempt. */
export const changeWebhook = async (
  change: Change,
  id: string,
  decide: (present: Present) => Decided,
): Promise<Present> => {
  const { tx, organizationId, now } = change
  const { record: before, ...present } = await lockedWebhook(change, id)
  const { webhook: changes, account = present.account } = decide(present)
  const webhook = { ...present.webhook, ...changes, updatedAt: iso(now) }
  const record = renderWebhook(webhook)
  tx.write(updateWebhook, [organizationId, id, webhook.status, webhook.url, webhook.events, account, record])
  change.audit(id, { before, after: record })
  tellChanged(change, id)
  return { ...present, webhook, account }
}
