import type { Actor } from '#http/access.ts'
import { type Issue, invalidFields, Refusal } from '#http/errors.ts'
import { type CataloguedEvent, cataloguedEvents, eventName, type WebhookForm } from '#http/event.ts'
import { requireScope } from '#http/require-scope.ts'
import { sentence } from '#lib/sentence.ts'
import { findWithheldEvents, readableScopes, type WebhookOwner } from './owner.ts'

/** Stands for every event type that the caller may read. */
const everyType = '*'

const findIssues = (
  names: readonly string[],
  form: WebhookForm,
  eventsByName: ReadonlyMap<string, CataloguedEvent>,
  field: string,
) =>
  names.flatMap((name, i): Issue[] => {
    const path = [field, i]
    if (eventsByName.has(name)) return []
    if (name !== everyType || form === 'versioned')
      return [
        {
          path,
          problem: sentence`field.event_type: is not an event type of this workspace; the event catalogue lists them`,
        },
      ]
    return names.length > 1
      ? [{ path, problem: sentence`field.every_event_type: stands for every event type, so it must stand alone` }]
      : []
  })

/**
 * Converts event types from a request to their unversioned names. Throws a 400 that lists the types that the workspace
 * does not have.
 */
export const readEventTypes = (names: readonly string[], form: WebhookForm, field = 'events'): string[] => {
  const eventsByName = new Map(cataloguedEvents().map(catalogued => [eventName(form, catalogued.type), catalogued]))
  const [first, ...others] = findIssues(names, form, eventsByName, field)
  if (first) throw invalidFields([first, ...others])
  return names.map(name => eventsByName.get(name)?.type ?? name)
}

const mayRead = (actor: Actor, { scope }: CataloguedEvent): boolean => readableScopes(actor)?.includes(scope) ?? true

const isNamed = (names: readonly string[], { type }: CataloguedEvent): boolean =>
  names.includes(type) || names.includes(eventName('versioned', type))

/** Finds the first of these types, named in either form, that the caller may not read. */
const findUnreadable = (actor: Actor, types: readonly string[]): CataloguedEvent | undefined =>
  cataloguedEvents().find(catalogued => isNamed(types, catalogued) && !mayRead(actor, catalogued))

export const readsAll = (actor: Actor, types: readonly string[]): boolean => findUnreadable(actor, types) === undefined

/** Throws a 403 that names the scope if the caller may not read one of these types. */
export const requireReadable = (actor: Actor, types: readonly string[]): void => {
  const withheld = findUnreadable(actor, types)
  if (withheld) requireScope(actor, withheld.scope)
}

/** Returns the unversioned name of a type from its name in either form. */
export const unversionedName = (name: string): string =>
  cataloguedEvents().find(catalogued => isNamed([name], catalogued))?.type ?? name

/** Whether the caller may see events of this type, named in either form. */
export const isReadable = (actor: Actor, name: string): boolean =>
  cataloguedEvents().some(catalogued => isNamed([name], catalogued) && mayRead(actor, catalogued))

/** Throws a 422 that names the webhook's creator if one of these types would not be sent to the webhook. */
export const requireSendable = (owner: WebhookOwner, types: readonly string[]): void => {
  const [withheld] = types.includes(everyType) ? [] : findWithheldEvents(types, owner)
  if (!withheld) return
  const { type, scope } = withheld
  throw new Refusal(
    'unprocessable',
    owner.kind === 'person'
      ? sentence`webhook.address_scope_missing: The webhook cannot get ${{ type }}: the account that set its address needs the scope ${{ scope }} to read it.`
      : sentence`webhook.scope_missing: The webhook cannot get ${{ type }}: the service account ${{ account: owner.id }} that created it needs the scope ${{ scope }} to read it.`,
  )
}
