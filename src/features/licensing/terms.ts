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

export const community: Terms = { source: 'community', until: null, grants: 'everything' }
export const withdrawn: Terms = { source: 'none', until: null, grants: {} }

type Choice = (before: Terms, license: License | undefined) => Terms

const kept: Choice = before => before
const ofLicense: Choice = (before, license) =>
  license ? { source: license.id, until: iso(license.graceUntil), grants: license.entitlements } : before

/** The terms that apply in each state: those of the license, the previous terms, or none. */
export const termsIn: Readonly<Record<LicenseState, Choice>> = {
  community: () => community,
  not_yet_valid: kept,
  valid: ofLicense,
  expiring: ofLicense,
  grace: ofLicense,
  expired: () => withdrawn,
  invalid: kept,
}

/** An organization's entitlement to a capability. */
export interface Granted {
  readonly allowed: boolean
  /** The maximum number; null without a limit. */
  readonly limit: number | null
}

const everything: Granted = { allowed: true, limit: null }

const granted = (grant: Static<typeof LicenseGrant> | undefined): Granted => {
  if (typeof grant === 'object') return { allowed: grant.limit > 0, limit: grant.limit }
  return grant ? everything : { allowed: false, limit: null }
}

/** Returns the entitlement of the organization with a slug. A license grants only the capabilities that it names. */
export const grantedTo = ({ grants }: Pick<Terms, 'grants'>, slug: string, capability: Capability): Granted => {
  if (grants === 'everything') return everything
  const own = Object.hasOwn(grants, slug) ? grants[slug] : undefined
  const named = [own, grants['*']].find(given => given && Object.hasOwn(given, capability))
  return granted(named?.[capability])
}

/** Returns the entitlements of all organizations at once, by each slug that the terms name, and `*` for all others. */
export const entitlementsByScope = ({ grants }: Terms): Readonly<Record<string, Readonly<Record<string, Granted>>>> => {
  const slugs = new Set(['*', ...(grants === 'everything' ? [] : Object.keys(grants))])
  const of = (slug: string) => capabilityNames.map(name => [name, grantedTo({ grants }, slug, name)] as const)
  return Object.fromEntries([...slugs].map(slug => [slug, Object.fromEntries(of(slug))]))
}
