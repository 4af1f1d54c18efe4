import type { Probata } from './system.ts'

/** Releases all custodians, as if all people that a test created had registered their own second factor. */
export const clearCustodians = async ({ sql, system }: Pick<Probata, 'sql' | 'system'>): Promise<void> => {
  await sql(`update custodian set released_at = now(), released_by = 'mail'`)
  system.services.identities.forget()
}
