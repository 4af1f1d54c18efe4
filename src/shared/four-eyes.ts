import type { Actor } from '#http/access.ts'

/** The audit detail that marks a decision on one's own work, which a workspace can allow. */
export const selfDecided = 'self-decided'

/**
 * The ids of the caller and of the people who could act as the caller (decisions 033 and 101): for a service account,
 * the people who created it or saw its current secret; for a person, their custodians. Empty for the operator's
 * provisioning file and for jobs.
 */
export const principalsOf = ({ kind, id, custodians = [] }: Pick<Actor, 'kind' | 'id' | 'custodians'>): string[] =>
  kind === 'person' || kind === 'service_account' ? [id, ...custodians] : []

/**
 * SQL: an array of these ids and of everyone who can now act as one of them. Records store this array at the time of
 * each action, so that a later change of secret or second factor exempts no one.
 */
export const withCustodians = (ids: string): string => `people_behind((${ids})::text[])`

/**
 * SQL: whether the `:person` could act as one of these ids, or one other person could act as both. PostgreSQL evaluates
 * the subquery once for all rows.
 */
export const couldActAsSql = (ids: string): string => `(${ids})::text[] && (select same_hands(array[:person]))`

/**
 * SQL for lists: an array with the `:person` if they could have acted as one of these ids, otherwise an empty array. It
 * looks up the people behind the `:person` once, whereas `withCustodians` would do so for each row.
 */
export const personIfCouldActAsSql = (ids: string): string =>
  `case when ${couldActAsSql(ids)} then array[:person::text] else '{}'::text[] end`

/**
 * SQL: whether the id belongs to a person who could not have acted as any of these ids. Uses `not in`, for which
 * PostgreSQL hashes the list once; `<> all` would compare every pair.
 */
export const couldNotActAsSql = (id: string, ids: string): string => `${id} not in (select unnest(same_hands(${ids})))`

/** Whether two lists of ids overlap. */
export const overlap = (some: readonly string[], others: readonly string[]): boolean =>
  some.some(id => others.includes(id))
