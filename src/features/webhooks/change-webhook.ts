import { Type } from 'typebox'
import { currentRow } from '#family/bound.ts'
import type { Role } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { readLocked } from '#shared/read-locked.ts'
import { isOwner, type WebhookOwner } from './owner.ts'
import { readWebhookRow } from './present.ts'
import { findWebhook, lockWebhook, updateWebhookRow } from './queries.ts'
import { boundWebhooks, renderWebhook, type Webhook, type WebhookWithOwner } from './webhook.ts'

export const WebhookParams = Type.Object({ webhookId: Reference('whk', 'whe') })

/** Both surfaces of a webhook operation: service accounts with the scope, and administrators plus the given roles. */
export const webhookSurfaces = (path: string, ...roles: Role[]) =>
  ({
    v1: { path: `/webhooks${path}`, scope: 'webhooks:manage' },
    workspace: { path: `/webhooks${path}`, roles: ['admin', ...roles] },
  }) as const

interface WebhookChanges {
  readonly webhook?: Partial<Webhook>
  /** The scopes that limit the webhook's events after the change. */
  readonly bound?: WebhookOwner['bound']
}

/** Locks the webhook's row and returns the webhook. Unknown, deleted and foreign webhooks get the same 404. */
export const getLockedWebhook = async (
  { tx }: Change,
  id: string,
): Promise<WebhookWithOwner & { readonly record: string }> => {
  const row = firstOrNotFound(await readLocked(tx, lockWebhook, findWebhook, { id }), 'webhook')
  return { record: row.record, ...readWebhookRow(row) }
}

/** Names the webhook's owner in the audit detail if another actor makes the change. */
export const ownerDetail = (
  { actor }: Change,
  { owner }: Pick<WebhookWithOwner, 'owner'>,
  detail?: string,
): { detail?: string } => {
  const ownerText = isOwner(actor, owner) ? undefined : `made by ${owner.kind} ${owner.id ?? 'unknown'}`
  const fullDetail = [detail, ownerText].filter(part => part !== undefined).join('; ')
  return fullDetail === '' ? {} : { detail: fullDetail }
}

/** Notifies the delivery engine after the change commits. */
export const notifyChanged = ({ tx, organizationId, deliveries }: Change, id: string): void =>
  tx.afterCommit(() => deliveries.changed(organizationId, id))

/**
 * Changes a webhook under its row lock and writes the audit row. The change applies from the next attempt. The owner
 * never changes.
 */
export const changeWebhook = async (
  change: Change,
  id: string,
  decide: (current: WebhookWithOwner) => WebhookChanges,
): Promise<WebhookWithOwner> => {
  const { tx, now } = change
  const { record: before, form, ...current } = await getLockedWebhook(change, id)
  const { webhook: changes, bound = current.owner.bound } = decide({ form, ...current })
  const webhook = { ...current.webhook, ...changes, updatedAt: iso(now) }
  const record = renderWebhook(webhook)
  tx.write(updateWebhookRow, {
    id,
    status: webhook.status,
    url: webhook.url,
    events: webhook.events,
    scopes: bound,
    record,
  })
  const { content } = await currentRow(tx, boundWebhooks, id)
  change.audit(id, { before, after: record, content, ...ownerDetail(change, current) })
  notifyChanged(change, id)
  return { form, webhook, owner: { ...current.owner, bound } }
}
