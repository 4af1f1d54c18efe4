import { choice, narrows, nullable, type RowOf, statement, text } from '#db/statement.ts'
import type { Capability } from '#shared/entitlement.ts'
import type { LicenseProblem, LicenseState } from './license.ts'

export type LicenseStatusRow = RowOf<typeof findLicenseStatus>

export const lockLicense = statement(
  'lock_license',
  {},
  'select * from lock_license()',
  narrows<{ state: LicenseState; problem: LicenseProblem | null }>,
)

export const updateLicense = statement(
  'keep_license',
  {
    state: choice<LicenseState>,
    token: nullable(text),
    facts: text,
    terms: text,
    problem: nullable(choice<LicenseProblem>),
    since: nullable(text),
    seenAt: nullable(text),
  },
  'select keep_license(:state, :token, :facts, :terms, :problem, :since::timestamptz, :seenAt::timestamptz)',
)

/** A changed entitlement; its previous value is null if the organization had none. */
export type EntitlementChange = RowOf<typeof projectEntitlements>

export const projectEntitlements = statement(
  'project_entitlements',
  { given: text, source: text, until: nullable(text) },
  'select * from project_entitlements(:given::jsonb, :source, :until::timestamptz)',
  narrows<{ capability: string; allowed: boolean }>,
)

export const organizationsOfLicense = statement(
  'organizations_of_license',
  {},
  'select * from organizations_of_license() as id',
)

export const findLicenseStatus = statement(
  'find_license_standing',
  {},
  'select state, facts, terms, problem, since from license_standing()',
  narrows<{ state: LicenseState; problem: LicenseProblem | null }>,
)

export const findSlug = statement(
  'find_slug_of_organization',
  {},
  'select slug from organization where id = :organization',
)

export type EntitlementRow = RowOf<typeof listEntitlements>

export const listEntitlements = statement(
  'list_entitlements_of_organization',
  {},
  'select capability, allowed, most, source, until from organization_entitlement where organization_id = :organization',
)

export const findEntitlement = statement(
  'find_entitlement',
  { capability: choice<Capability> },
  `select capability, allowed, most, source, until from organization_entitlement
    where organization_id = :organization and capability = :capability`,
)
