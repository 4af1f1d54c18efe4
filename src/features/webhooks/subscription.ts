import type { Actor } from '#api/access.ts'
import { type Issue, Refusal } from '#api/errors.ts'
import { type CataloguedEvent, cataloguedEvents, eventName, type WebhookForm } from '#api/event.ts'
import { requireScope } from '#api/require-scope.ts'

/** Every event type that the caller may read. */
const everyType = '*'

const refuse = (issues: readonly Issue[]): Refusal =>
  new Refusal('invalid_request', `${issues[0]?.path.join('.')} ${issues[0]?.message}`, { issues })

const issueOf = (
  names: readonly string[],
  form: WebhookForm,
  known: ReadonlyMap<string, CataloguedEvent>,
  field: string,
) =>
  names.flatMap((name, i): Issue[] => {
    const path = [field, i]
    if (known.has(name)) return []
    if (name !== everyType || form === 'versioned')
      return [{ path, message: 'is no event type of this workspace; the event catalogue lists them' }]
    return names.length > 1 ? [{ path, message: 'stands for every event type, so it must stand alone' }] : []
  })

/**
 * Event types as they were sent, by their unversioned names. Throws a 400 that names those which the workspace does
 * not serve.
 */
export const readEventTypes = (names: readonly string[], form: WebhookForm, field = 'events'): string[] => {
  const known = new Map(cataloguedEvents().map(declared => [eventName(form, declared.type), declared]))
  const issues = issueOf(names, form, known, field)
  if (issues.length > 0) throw refuse(issues)
  return names.map(name => known.get(name)?.type ?? name)
}

/** People read everything; a machine reads what its token has the scope of. */
const mayRead = (actor: Actor, { scope }: CataloguedEvent): boolean =>
  actor.kind === 'person' || actor.scopes.includes(scope)

/** Throws the 403 that names the scope, when the caller may not read one of these types. */
export const requireReadable = (actor: Actor, types: readonly string[]): void => {
  for (const declared of cataloguedEvents())
    if (types.includes(declared.type) && !mayRead(actor, declared)) requireScope(actor, declared.scope)
}

/** Whether the caller may see events of this type; it is called by its name in either form. */
export const isReadable = (actor: Actor, name: string): boolean =>
  cataloguedEvents().some(
    declared => mayRead(actor, declared) && (name === declared.type || name === eventName('versioned', declared.type)),
  )

/** The machine whose scopes `*` is resolved against; null for people. */
export const accountOf = ({ kind, id }: Actor): string | null => (kind === 'service_account' ? id : null)
