import type { Actor, Role, Scope } from './access.ts'
import type { Endpoint } from './endpoint.ts'
import { type ErrorId, errors } from './errors.ts'
import type { Surface } from './identify.ts'
import { prefixes } from './routes.ts'

/** An endpoint on one of its surfaces: the unit that the documents, the snapshots and the access matrix list. */
export interface Operation {
  readonly endpoint: Endpoint
  readonly surface: Surface
  readonly method: Endpoint['method']
  /** The whole path with `{parameters}`, such as `/api/v1/governance/evidence/claims/{claimId}`. */
  readonly path: string
  readonly access: 'public' | 'guest' | 'provisioning' | { readonly scope: Scope } | { readonly roles: readonly Role[] }
  /** For a mutation: the endpoint on the same surface that returns the changed record. */
  readonly detail: Endpoint | undefined
}

const surfaces = ['v1', 'workspace', 'room', 'scim', 'open'] as const satisfies readonly Surface[]
const methods: readonly Endpoint['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export const accessAt = ({ v1, workspace, room, scim }: Endpoint, surface: Surface): Operation['access'] => {
  if (surface === 'v1' && v1 && v1.scope !== 'public') return { scope: v1.scope }
  if (surface === 'workspace' && workspace && workspace.roles !== 'public') return { roles: workspace.roles }
  if (surface === 'room' && room) return room.access
  if (surface === 'scim' && scim) return 'provisioning'
  return 'public'
}

/** Whether an actor has the access that an operation requires. */
export const isOpenTo = (access: Operation['access'], { scopes, role, room }: Actor): boolean => {
  if (access === 'public') return true
  if (access === 'guest') return room !== undefined
  if (access === 'provisioning') return false
  return 'scope' in access ? scopes.includes(access.scope) : role !== undefined && access.roles.includes(role)
}

/** Finds the detail endpoint of the record that a mutation changes: at the same path, or at the nearest parent. */
export const detailOf = (
  endpoint: Endpoint,
  surface: Surface,
  endpoints: readonly Endpoint[],
): Endpoint | undefined => {
  const { kind, changes = endpoint[surface]?.path } = endpoint
  if (kind === 'reading' || changes === undefined) return undefined
  const pathOf = (detail: Endpoint) => detail[surface]?.path ?? ''
  const candidates = endpoints.filter(
    detail => detail.version && detail[surface] && `${changes}/`.startsWith(`${pathOf(detail)}/`),
  )
  return candidates.toSorted((a, b) => pathOf(b).length - pathOf(a).length)[0]
}

const compare = (a: Operation, b: Operation): number => {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return methods.indexOf(a.method) - methods.indexOf(b.method)
}

/** Lists the operations of endpoints by path, then method. */
export const operationsOf = (endpoints: readonly Endpoint[]): Operation[] =>
  endpoints
    .flatMap(endpoint =>
      surfaces.flatMap(surface => {
        const declaration = endpoint[surface]
        if (!declaration) return []
        const path = prefixes[surface] + declaration.path
        const detail = detailOf(endpoint, surface, endpoints)
        return [{ endpoint, surface, method: endpoint.method, path, access: accessAt(endpoint, surface), detail }]
      }),
    )
    .sort(compare)

export const isMutation = ({ endpoint }: Operation): boolean => endpoint.kind !== 'reading'

/**
 * Whether an operation takes an idempotency key. Keys belong to a credential (interface section 7.3), so operations
 * without credentials take none. SCIM defines no such keys.
 */
export const takesKey = (operation: Operation): boolean =>
  isMutation(operation) && operation.access !== 'public' && operation.access !== 'provisioning'

type Rule = readonly [(operation: Operation) => boolean, readonly ErrorId[]]

// The refusals of the pipeline's stages, in addition to those that the endpoint declares.
const rules: readonly Rule[] = [
  [() => true, ['invalid_request', 'internal_error']],
  [({ surface }) => surface !== 'open', ['unavailable']],
  [({ access }) => access !== 'public', ['unauthorized', 'forbidden_resource', 'rate_limited']],
  [({ access }) => typeof access === 'object' && 'scope' in access, ['forbidden_scope']],
  [
    operation => (operation.surface === 'workspace' || operation.surface === 'room') && isMutation(operation),
    ['forbidden_resource'],
  ],
  [({ access }) => access === 'guest', ['not_found']],
  [isMutation, ['payload_too_large', 'unsupported_media_type']],
  [takesKey, ['idempotency_mismatch']],
  [({ detail }) => detail !== undefined, ['precondition_failed']],
  [({ endpoint }) => endpoint.oauth === true, ['rate_limited']],
  [({ endpoint }) => endpoint.conflicts !== undefined, ['conflict']],
  [({ endpoint }) => endpoint.sunset !== undefined, ['gone']],
]

/** Every error that an operation may return, in the order of the errors table. */
export const errorsOf = (operation: Operation): ErrorId[] => {
  const possible = new Set(operation.endpoint.errors)
  for (const [applies, ids] of rules) {
    if (applies(operation)) for (const id of ids) possible.add(id)
  }
  return (Object.keys(errors) as ErrorId[]).filter(id => possible.has(id))
}
