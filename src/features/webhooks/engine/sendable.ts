import { type CataloguedEvent, cataloguedEvents, eventName, webhookForms } from '#http/event.ts'

/** Read scopes; null for all. */
export type Scopes = readonly string[] | null

/** The scopes that limit a webhook's events: the scopes it is bound to that its creator's account still has. */
export interface SendableScopes {
  /** The scopes that the webhook is bound to. */
  readonly bound: Scopes
  /** The account's scopes; null for a person, who has every scope. */
  readonly accountScopes: Scopes
}

/** Returns the scopes that are in both lists. */
export const intersectScopes = (first: Scopes, second: Scopes): Scopes => {
  if (!first || !second) return first ?? second
  return first.filter(scope => second.includes(scope))
}

/** Returns the scopes that apply now. */
export const effectiveScopes = ({ bound, accountScopes }: SendableScopes): Scopes =>
  intersectScopes(bound, accountScopes)

// A test event contains nothing but the webhook's own name.
const testEventScope = 'webhooks:manage'

export const isWithin = (scopes: Scopes, { scope }: CataloguedEvent): boolean =>
  scopes === null || scope === testEventScope || scopes.includes(scope)

/** Returns the unversioned names of the event types within the scopes. */
export const typesWithin = (scopes: Scopes): string[] =>
  cataloguedEvents().flatMap(event => (isWithin(scopes, event) ? event.type : []))

/** Returns the names, in both forms, of the event types that may be sent now; undefined for all. */
export const sendableNames = (bounds: SendableScopes): ReadonlySet<string> | undefined => {
  const allowedScopes = effectiveScopes(bounds)
  return allowedScopes
    ? new Set(typesWithin(allowedScopes).flatMap(type => webhookForms.map(form => eventName(form, type))))
    : undefined
}
