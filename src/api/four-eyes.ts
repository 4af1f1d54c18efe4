import type { Actor } from './access.ts'

/**
 * Whose act a call is: the caller's, and what a service account does is also that of whoever made it and of whoever was
 * shown its present secret (decision 033). Nobody's when it is the operator's file or a job.
 */
export const principalsOf = ({ kind, id, custodians = [] }: Actor): string[] =>
  kind === 'person' || kind === 'service_account' ? [id, ...custodians] : []

/** SQL of the people behind the service account `a`. */
export const custodiansOf = `array_remove(array[a.made_by::text, a.secret_shown_to::text], null)`

/**
 * SQL for an array of ids and the people who stand behind the service accounts among them at this moment. What they were
 * when the act was done is kept with it, so that a rotation afterwards frees nobody.
 */
export const withCustodians = (ids: string): string =>
  `(${ids} || array(
     select unnest(${custodiansOf}) from service_account a where a.organization_id = :organization and a.id = any (${ids})))`

/** Whether two sets of hands have one in common. */
export const share = (some: readonly string[], others: readonly string[]): boolean =>
  some.some(id => others.includes(id))
