import type { Database, Transaction } from '#db/database.ts'
import { Refusal } from '#http/errors.ts'
import type { Clock } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import type { Capability, Entitlements } from '#shared/entitlement.ts'
import { type EntitlementRow, findEntitlement, findSlug, findStanding } from './queries.ts'
import { readTerms } from './standing.ts'
import { type Granted, grantedTo, type Terms } from './terms.ts'

/** An organization's entitlement to a capability, with its source and end. */
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
 * Returns the entitlement from the organization's row. Without a row, because the organization or capability is newer
 * than the last run, it comes from the terms.
 */
export const entitlementOf = (
  row: EntitlementRow | undefined,
  terms: Terms,
  slug: string,
  capability: Capability,
): Entitlement => (row ? ofRow(row) : ofTerms(terms, slug, capability))

const problemWith = ({ allowed, limit, until }: Entitlement, having: number, now: number): string | undefined => {
  if (!allowed) return 'does not allow it'
  if (until !== null && Date.parse(until) <= now) return 'has ended'
  return limit !== null && having >= limit ? `allows ${limit}` : undefined
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
      const problem = problemWith(await find(read, capability), having, clock.now())
      if (problem)
        throw new Refusal(
          'forbidden_resource',
          sentence`license.not_covered: ${{ capability }}: the license of this install ${{ problem }}.`,
        )
    },
  }
}
