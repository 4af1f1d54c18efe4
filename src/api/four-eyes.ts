import type { Actor } from './access.ts'

/**
 * Who is responsible for a call: the caller and, behind a service account, the people who created it or were shown its
 * current secret (decision 033). Nobody for the operator's file or a job.
 */
export const principalsOf = ({ kind, id, custodians = [] }: Actor): string[] =>
  kind === 'person' || kind === 'service_account' ? [id, ...custodians] : []

/** SQL of the people behind the service account `a`. */
export const custodiansOf = `array_remove(array[a.made_by::text, a.secret_shown_to::text], null)`

/**
 * SQL for an array of ids, and the people behind the service accounts among them at this moment. Those at the time of
 * the act are stored with it, so that a later rotation of the secret excuses nobody.
 */
export const withCustodians = (ids: string): string =>
  `(${ids} || array(
     select unnest(${custodiansOf}) from service_account a where a.organization_id = :organization and a.id = any (${ids})))`

/** Whether two lists of ids have one in common. */
export const share = (some: readonly string[], others: readonly string[]): boolean =>
  some.some(id => others.includes(id))
