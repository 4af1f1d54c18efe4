import type { TObject } from 'typebox'
import type { Scope } from './access.ts'

/** An event type of the catalogue (interface section 6.3), declared in the noun file of the record that changes. */
export interface EventType {
  /** Unversioned: `evidence.claim.created`. */
  readonly type: string
  readonly description: string
  /** The scope that subscribers need. */
  readonly scope: Scope
  /** Schema of the envelope's `data`. */
  readonly data: TObject
  /**
   * An example of `data`, for the catalogue and the documents. Without it, other systems cannot subscribe to the type.
   */
  readonly example?: Readonly<Record<string, unknown>>
}

/** An event type that other systems may subscribe to. */
export type CataloguedEvent = EventType & Required<Pick<EventType, 'example'>>

const eventTypes = new Map<string, EventType>()

/** Declares an event type. The operation that makes the change passes it to `ctx.emit`. */
export const event = <const Declaration extends EventType>(declaration: Declaration): Declaration => {
  if (eventTypes.has(declaration.type)) throw new Error(`event type ${declaration.type} is declared twice`)
  eventTypes.set(declaration.type, declaration)
  return declaration
}

/** Every declared event type. */
export const declaredEvents = (): EventType[] => [...eventTypes.values()]

const isCatalogued = (type: EventType): type is CataloguedEvent => type.example !== undefined

/** Every event type that can be subscribed to, by name. */
export const cataloguedEvents = (): CataloguedEvent[] =>
  declaredEvents()
    .filter(isCatalogued)
    .sort((a, b) => (a.type < b.type ? -1 : 1))

/** The two forms of event names; each workspace chooses one for its webhooks. */
export const webhookForms = Object.freeze(['unversioned', 'versioned'] as const)
export type WebhookForm = (typeof webhookForms)[number]

/** `evidence.claim.created` → `governance.evidence_claim.created.v1` */
const versionedName = (type: string): string => {
  const parts = type.split('.')
  return `governance.${parts.slice(0, -1).join('_')}.${parts.at(-1)}.v1`
}

/** The name of an event type in the given form. */
export const eventName = (form: WebhookForm, type: string): string =>
  form === 'versioned' ? versionedName(type) : type
