import { type CataloguedEvent, cataloguedEvents, eventName, webhookForms } from '#http/event.ts'

/** Read scopes; null for all. */
export type Scopes = readonly string[] | null

/** The events that a webhook may get: the scopes it is bound to that the account that created it still has. */
export interface SendableScopes {
  readonly bound: Scopes
  /** Null for a person, who has every scope. */
  readonly held: Scopes
}

export const both = (some: Scopes, others: Scopes): Scopes => {
  if (!some || !others) return some ?? others
  return some.filter(scope => others.includes(scope))
}

/** The scopes that apply now. */
export const reachOf = ({ bound, held }: SendableScopes): Scopes => both(bound, held)

// A test event contains nothing but the webhook's own name.
const ofItself = 'webhooks:manage'

export const isWithin = (scopes: Scopes, { scope }: CataloguedEvent): boolean =>
  scopes === null || scope === ofItself || scopes.includes(scope)

/** The types, by their unversioned names. */
export const typesWithin = (scopes: Scopes): string[] =>
  cataloguedEvents().flatMap(one => (isWithin(scopes, one) ? one.type : []))

/** The names, in both forms, of the types that may be sent now; undefined for all. */
export const sendableNames = (bounds: SendableScopes): ReadonlySet<string> | undefined => {
  const reach = reachOf(bounds)
  return reach
    ? new Set(typesWithin(reach).flatMap(type => webhookForms.map(form => eventName(form, type))))
    : undefined
}
