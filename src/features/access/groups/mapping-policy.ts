import type { Transaction } from '#db/database.ts'
import { readRecord } from '#http/record.ts'
import { StoredProvider } from '#src/features/access/single-sign-on/identity-provider.ts'
import { findIdentityProvider } from '#src/features/access/single-sign-on/queries.ts'
import { currentRules } from './group-rules.ts'
import type { MappingPolicy } from './map-person.ts'

/** The policy that decides on the access of mapped people, and on who becomes mapped. */
export interface WorkspaceMappingPolicy extends MappingPolicy {
  /** Whether groups also decide about people whom administrators managed by hand. */
  readonly mapsEveryone: boolean
}

export const mappingPolicyOf = (
  rules: MappingPolicy['rules'],
  provider: Pick<StoredProvider, 'withoutGroup' | 'defaultRole' | 'mapPeople'> | undefined,
): WorkspaceMappingPolicy => ({
  rules,
  fallback: provider?.withoutGroup === 'default_role' ? provider.defaultRole : undefined,
  mapsEveryone: provider?.mapPeople === 'all',
})

/** Reads the current policy. */
export const currentPolicy = async (tx: Pick<Transaction, 'query'>): Promise<WorkspaceMappingPolicy> => {
  const [row] = await tx.query(findIdentityProvider, {})
  return mappingPolicyOf(await currentRules(tx), row && readRecord(StoredProvider, row.record))
}
