import type { Database, Transaction } from '#db/database.ts'
import { Refusal } from '#http/errors.ts'
import type { Clock } from '#lib/clock.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import type { Capability, Entitlements } from '#shared/entitlement.ts'
import { type EntitlementRow, findEntitlement, findSlug, findStanding } from './queries.ts'
import { readTerms } from './standing.ts'
import { type Granted, grantedTo, type Terms } from './terms.ts'

/** The entitlements of an organization, the license they come from, and when they end. */
export interface Entitlement extends Granted {
  readonly source: string
  readonly until: string | null
}

const ofRow = ({ allowed, most, source, until }: EntitlementRow): Entitlement => ({
  allowed,
  limit: most,
  source,
  until: until?.toISOString() ?? null,
})

const ofTerms = (terms: Terms, slug: string, capability: Capability): Entitlement => ({
  ...grantedTo(terms, slug, capability),
  source: terms.source,
  until: terms.until,
})

/**
 * Uses the row of the organization. Without a row (the organization or the capability is newer than the last run), uses
 * the terms.
 */
export const entitlementOf = (
  row: EntitlementRow | undefined,
  terms: Terms,
  slug: string,
  capability: Capability,
): Entitlement => (row ? ofRow(row) : ofTerms(terms, slug, capability))

/** The reason why the entitlement does not cover one more, if any. */
const problemWith = (
  { allowed, limit, until }: Entitlement,
  { capability, having, now }: { readonly capability: Capability; readonly having: number; readonly now: number },
): Sentence | undefined => {
  if (!allowed)
    return sentence`license.not_covered: The license of this install does not cover ${{ capability }}; ask the operator for a license that does.`
  if (until !== null && Date.parse(until) <= now)
    return sentence`license.ended: The license of this install has ended, so nothing new can use ${{ capability }}; ask the operator to renew it.`
  return limit !== null && having >= limit
    ? sentence`license.limit: The license of this install limits ${{ capability }} to ${{ limit }}; ask the operator for a larger license.`
    : undefined
}

export const createEntitlements = (db: Database, clock: Clock): Entitlements => {
  const find = async (read: Transaction['query'], capability: Capability): Promise<Entitlement> => {
    const [row] = await read(findEntitlement, { capability })
    if (row) return ofRow(row)
    const [standing] = await read(findStanding, {})
    const [organization] = await read(findSlug, {})
    if (!standing || !organization) throw new Error('the organization does not exist')
    return ofTerms(readTerms(standing.terms), organization.slug, capability)
  }
  return {
    async require(
      organizationId,
      capability,
      having = 0,
      read = (asked, values) => db.read(organizationId, asked, values),
    ) {
      const problem = problemWith(await find(read, capability), { capability, having, now: clock.now() })
      if (problem) throw new Refusal('forbidden_resource', problem)
    },
  }
}
