import type { Actor } from '#http/access.ts'

/** The audit detail that marks a decision on one's own work, which a workspace can allow. */
export const selfDecided = 'self-decided'

/**
 * The people responsible for a call: the caller, and those who could act as the caller (decisions 033 and 101). For a
 * service account, those are the people who created it or saw its current secret; for a person, their custodians. Empty
 * for the operator's file and for jobs.
 */
export const principalsOf = ({ kind, id, custodians = [] }: Pick<Actor, 'kind' | 'id' | 'custodians'>): string[] =>
  kind === 'person' || kind === 'service_account' ? [id, ...custodians] : []

/**
 * SQL: an array of ids, plus everyone who could act as one of them now. Each act stores the people who could do so at
 * the time, so a later secret rotation or second factor exempts no one.
 */
export const withCustodians = (ids: string): string => `people_behind((${ids})::text[])`

/** SQL: whether the `:person` could act as one of these, or one human as both. Evaluated once for all rows. */
export const sharesHands = (ids: string): string => `(${ids})::text[] && (select same_hands(array[:person]))`

/**
 * SQL for lists: the `:person` if they could have acted as one of these, else an empty array. This looks up the people
 * behind the `:person` once, whereas `withCustodians` does so for each row.
 */
export const ownHandIn = (ids: string): string =>
  `case when ${sharesHands(ids)} then array[:person::text] else '{}'::text[] end`

/**
 * SQL: whether the id belongs to a person who could not have acted as any of these. PostgreSQL hashes the list once;
 * `<> all` would compare every pair.
 */
export const isNoHandOf = (id: string, ids: string): string => `${id} not in (select unnest(same_hands(${ids})))`

/** Whether two lists of ids overlap. */
export const overlap = (some: readonly string[], others: readonly string[]): boolean =>
  some.some(id => others.includes(id))
