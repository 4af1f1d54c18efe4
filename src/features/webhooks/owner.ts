import type { Actor } from '#http/access.ts'
import { type CataloguedEvent, cataloguedEvents } from '#http/event.ts'
import {
  effectiveScopes,
  intersectScopes,
  isWithin,
  type Scopes,
  type SendableScopes,
  typesWithin,
} from './engine/sendable.ts'

/** The columns that describe the owner of a webhook. */
export interface OwnerRow {
  service_account_id: string | null
  person_id: string | null
  maker: string | null
  disabled: boolean
  scopes: string[] | null
  account_scopes: string[] | null
}

/** The owner of a webhook, which does not change when others edit it, and the scopes that limit its events. */
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
  accountScopes: row.account_scopes,
})

/** The scopes in which an actor may read events: all for people, those of the token for service accounts. */
export const readableScopes = ({ kind, scopes }: Actor): Scopes => (kind === 'person' ? null : scopes)

/** Makes the creator of a webhook its owner, and limits its events to those that the creator may read. */
export const ownerFor = (actor: Actor, name: string | null): WebhookOwner => {
  const kind = actor.kind === 'person' ? 'person' : 'service_account'
  return {
    kind,
    id: actor.id,
    name,
    disabled: false,
    bound: readableScopes(actor),
    accountScopes: readableScopes(actor),
  }
}

export const isOwner = ({ kind, id }: Actor, owner: WebhookOwner): boolean => owner.kind === kind && owner.id === id

const hasWildcard = (events: readonly string[]): boolean => events.includes('*')

/** Returns the unversioned types that `events` stands for; `*` means all types that the owner may read. */
export const typesOf = (events: readonly string[], owner: WebhookOwner): readonly string[] =>
  hasWildcard(events) ? typesWithin(effectiveScopes(owner)) : events

/**
 * Returns the types among `events` that are not sent, because the webhook's creator or the account that set its URL may
 * not read them.
 */
export const findWithheldEvents = (events: readonly string[], owner: WebhookOwner): CataloguedEvent[] => {
  const allowedScopes = effectiveScopes(owner)
  const limit = owner.kind === 'person' ? null : owner.bound
  const isSubscribed = (event: CataloguedEvent) =>
    hasWildcard(events) ? isWithin(limit, event) : events.includes(event.type)
  return cataloguedEvents().filter(event => isSubscribed(event) && !isWithin(allowedScopes, event))
}

const unionScopes = (first: Scopes, second: Scopes): Scopes => first && second && [...new Set([...first, ...second])]

/**
 * Returns the scopes of a webhook after a change of its events or URL. A service account that sets the URL limits the
 * webhook to its own scopes, so that no other events are sent there, not even queued or recorded ones. The account that
 * created the webhook can widen its scopes by setting the events again; if a person created it, any person can.
 */
export const boundAfter = (owner: WebhookOwner, actor: Actor, changed: { events: boolean; url: boolean }): Scopes => {
  const callerScopes = readableScopes(actor)
  if (owner.kind === 'person' && actor.kind === 'person') return changed.events || changed.url ? null : owner.bound
  const newScopes = changed.events && isOwner(actor, owner) ? unionScopes(owner.bound, callerScopes) : owner.bound
  return changed.url ? intersectScopes(newScopes, callerScopes) : newScopes
}
