import type { Static } from 'typebox'
import { iso } from '#lib/clock.ts'
import { type Capability, capabilityNames } from '#shared/entitlement.ts'
import type { License, LicenseGrant, LicenseState } from './license.ts'

/** The entitlements of organizations, with their source and end. */
export interface Terms {
  /** `community`, `none` or the id of a license. */
  readonly source: string
  readonly until: string | null
  readonly grants: License['entitlements'] | 'everything'
}

export const communityTerms: Terms = { source: 'community', until: null, grants: 'everything' }
export const noTerms: Terms = { source: 'none', until: null, grants: {} }

type TermsRule = (before: Terms, license: License | undefined) => Terms

const previousTerms: TermsRule = before => before
const licenseTerms: TermsRule = (before, license) =>
  license ? { source: license.id, until: iso(license.graceUntil), grants: license.entitlements } : before

/** The terms that apply in each state: those of the license, the previous terms, or none. */
export const termsIn: Readonly<Record<LicenseState, TermsRule>> = {
  community: () => communityTerms,
  not_yet_valid: previousTerms,
  valid: licenseTerms,
  expiring: licenseTerms,
  grace: licenseTerms,
  expired: () => noTerms,
  invalid: previousTerms,
}

/** An organization's entitlement to a capability. */
export interface Grant {
  readonly allowed: boolean
  /** The maximum number; null without a limit. */
  readonly limit: number | null
}

const everything: Grant = { allowed: true, limit: null }

const toGrant = (grant: Static<typeof LicenseGrant> | undefined): Grant => {
  if (typeof grant === 'object') return { allowed: grant.limit > 0, limit: grant.limit }
  return grant ? everything : { allowed: false, limit: null }
}

/** Returns the entitlement of the organization with a slug. A license grants only the capabilities that it names. */
export const findGrant = ({ grants }: Pick<Terms, 'grants'>, slug: string, capability: Capability): Grant => {
  if (grants === 'everything') return everything
  const ownGrants = Object.hasOwn(grants, slug) ? grants[slug] : undefined
  const matchingGrants = [ownGrants, grants['*']].find(
    grantsOfSlug => grantsOfSlug && Object.hasOwn(grantsOfSlug, capability),
  )
  return toGrant(matchingGrants?.[capability])
}

/** Returns the entitlements by slug: one entry for each slug that the terms name, and `*` for all others. */
export const entitlementsByScope = ({ grants }: Terms): Readonly<Record<string, Readonly<Record<string, Grant>>>> => {
  const slugs = new Set(['*', ...(grants === 'everything' ? [] : Object.keys(grants))])
  const entitlementsOf = (slug: string) =>
    capabilityNames.map(name => [name, findGrant({ grants }, slug, name)] as const)
  return Object.fromEntries([...slugs].map(slug => [slug, Object.fromEntries(entitlementsOf(slug))]))
}
