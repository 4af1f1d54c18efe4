import type { Actor } from './access.ts'

/**
 * Who is responsible for a call: the caller, and who could act as them (decisions 033 and 101). Behind a service account
 * these are the people who created it or were shown its current secret, behind a person their custodians. Nobody for the
 * operator's file or a job.
 */
export const principalsOf = ({ kind, id, custodians = [] }: Pick<Actor, 'kind' | 'id' | 'custodians'>): string[] =>
  kind === 'person' || kind === 'service_account' ? [id, ...custodians] : []

/**
 * SQL for an array of ids, and everybody who could act as one of them at this moment. Those at the time of the act are
 * stored with it, so that a later rotation of a secret, or a second factor, excuses nobody.
 */
export const withCustodians = (ids: string): string => `people_behind((${ids})::text[])`

/** SQL: whether the `:person` could have acted as one of these, or one human as both. Asked once for all rows. */
export const sharesHands = (ids: string): string => `(${ids})::text[] && (select same_hands(array[:person]))`

/**
 * SQL for lists: the `:person` where they could have acted as one of these, else nobody. Their hands are looked up once,
 * where `withCustodians` looks up those of each row.
 */
export const ownHandIn = (ids: string): string =>
  `case when ${sharesHands(ids)} then array[:person::text] else '{}'::text[] end`

/** SQL: whether an id is of nobody who could have acted as one of these. Hashed once; `<> all` compares each with each. */
export const isNoHandOf = (id: string, ids: string): string => `${id} not in (select unnest(same_hands(${ids})))`

/** Whether two lists of ids have one in common. */
export const share = (some: readonly string[], others: readonly string[]): boolean =>
  some.some(id => others.includes(id))
