import type { Database, Transaction } from '#db/database.ts'
import { Refusal } from '#http/errors.ts'
import type { Clock } from '#lib/clock.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import type { Capability, Entitlements } from '#shared/entitlement.ts'
import { readTerms } from './license-status.ts'
import { type EntitlementRow, findEntitlement, findLicenseStatus, findSlug } from './queries.ts'
import { findGrant, type Grant, type Terms } from './terms.ts'

/** An organization's entitlement to a capability, with its source and end. */
export interface Entitlement extends Grant {
  readonly source: string
  readonly until: string | null
}

const entitlementFromRow = ({ allowed, most, source, until }: EntitlementRow): Entitlement => ({
  allowed,
  limit: most,
  source,
  until: until?.toISOString() ?? null,
})

const entitlementFromTerms = (terms: Terms, slug: string, capability: Capability): Entitlement => ({
  ...findGrant(terms, slug, capability),
  source: terms.source,
  until: terms.until,
})

/**
 * Returns the entitlement from the organization's row. Without a row, because the organization or capability is newer
 * than the last run, it comes from the terms.
 */
export const entitlementOf = (
  row: EntitlementRow | undefined,
  terms: Terms,
  slug: string,
  capability: Capability,
): Entitlement => (row ? entitlementFromRow(row) : entitlementFromTerms(terms, slug, capability))

/** Returns the reason why the entitlement does not cover another use; undefined if it does. */
const findProblem = (
  { allowed, limit, until }: Entitlement,
  {
    capability,
    currentCount,
    now,
  }: { readonly capability: Capability; readonly currentCount: number; readonly now: number },
): Sentence | undefined => {
  if (!allowed)
    return sentence`license.not_covered: The license of this install does not cover ${{ capability }}; ask the operator for a license that does.`
  if (until !== null && Date.parse(until) <= now)
    return sentence`license.ended: The license of this install has ended, so nothing new can use ${{ capability }}; ask the operator to renew it.`
  return limit !== null && currentCount >= limit
    ? sentence`license.limit: The license of this install limits ${{ capability }} to ${{ limit }}; ask the operator for a larger license.`
    : undefined
}

export const createEntitlements = (db: Database, clock: Clock): Entitlements => {
  const find = async (read: Transaction['query'], capability: Capability): Promise<Entitlement> => {
    const [row] = await read(findEntitlement, { capability })
    if (row) return entitlementFromRow(row)
    const [status] = await read(findLicenseStatus, {})
    const [organization] = await read(findSlug, {})
    if (!status || !organization) throw new Error('the organization does not exist')
    return entitlementFromTerms(readTerms(status.terms), organization.slug, capability)
  }
  return {
    async require(
      organizationId,
      capability,
      currentCount = 0,
      read = (statement, values) => db.read(organizationId, statement, values),
    ) {
      const problem = findProblem(await find(read, capability), { capability, currentCount, now: clock.now() })
      if (problem) throw new Refusal('forbidden_resource', problem)
    },
  }
}
