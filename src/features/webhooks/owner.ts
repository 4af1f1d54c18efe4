import type { Actor } from '#http/access.ts'
import { type CataloguedEvent, cataloguedEvents } from '#http/event.ts'
import { both, isWithin, reachOf, type Scopes, type SendableScopes, typesWithin } from './engine/sendable.ts'

/** The columns that describe the owner of a webhook. */
export interface OwnerRow {
  service_account_id: string | null
  person_id: string | null
  maker: string | null
  disabled: boolean
  scopes: string[] | null
  account_scopes: string[] | null
}

/** The owner of a webhook, which changes by others do not affect, and the scopes that limit its events. */
export interface WebhookOwner extends SendableScopes {
  readonly kind: 'service_account' | 'person'
  /** Null for a person whose id was not recorded. */
  readonly id: string | null
  readonly name: string | null
  /** Whether the owner is a disabled service account. */
  readonly disabled: boolean
}

export const webhookOwnerOf = (row: OwnerRow): WebhookOwner => ({
  kind: row.service_account_id === null ? 'person' : 'service_account',
  id: row.service_account_id ?? row.person_id,
  name: row.maker,
  disabled: row.disabled,
  bound: row.scopes,
  held: row.account_scopes,
})

/** People may read every event type; service accounts may read those that their token's scopes allow. */
export const readableScopes = ({ kind, scopes }: Actor): Scopes => (kind === 'person' ? null : scopes)

/** Makes the creator of a webhook its owner, who gets no more events than this caller may read. */
export const ownerFor = (actor: Actor, name: string | null): WebhookOwner => {
  const kind = actor.kind === 'person' ? 'person' : 'service_account'
  return { kind, id: actor.id, name, disabled: false, bound: readableScopes(actor), held: readableScopes(actor) }
}

export const isOwner = ({ kind, id }: Actor, owner: WebhookOwner): boolean => owner.kind === kind && owner.id === id

const isEverything = (events: readonly string[]): boolean => events.includes('*')

/** Returns the unversioned types that `events` stands for; `*` means all types that the owner may read. */
export const typesOf = (events: readonly string[], owner: WebhookOwner): readonly string[] =>
  isEverything(events) ? typesWithin(reachOf(owner)) : events

/**
 * Returns the types among `events` that are not sent, because the webhook's creator or the account that set its URL may
 * not read them.
 */
export const withheldFrom = (events: readonly string[], owner: WebhookOwner): CataloguedEvent[] => {
  const reach = reachOf(owner)
  const most = owner.kind === 'person' ? null : owner.bound
  const isMeant = (one: CataloguedEvent) => (isEverything(events) ? isWithin(most, one) : events.includes(one.type))
  return cataloguedEvents().filter(one => isMeant(one) && !isWithin(reach, one))
}

const either = (some: Scopes, others: Scopes): Scopes => some && others && [...new Set([...some, ...others])]

/**
 * Returns the scopes of a webhook after a change of its events or URL. A service account that sets the URL also limits
 * the webhook to its own scopes: no other events, even queued or recorded ones, are sent there. The owner can widen the
 * scopes: the account that created the webhook by setting the events again, and any person if a person created it.
 */
export const boundAfter = (owner: WebhookOwner, actor: Actor, changed: { events: boolean; url: boolean }): Scopes => {
  const own = readableScopes(actor)
  if (owner.kind === 'person' && actor.kind === 'person') return changed.events || changed.url ? null : owner.bound
  const widened = changed.events && isOwner(actor, owner) ? either(owner.bound, own) : owner.bound
  return changed.url ? both(widened, own) : widened
}
