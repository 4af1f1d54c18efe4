import type { Capability } from '#api/entitlement.ts'
import { choice, nullable, rows, statement, text } from '#db/statement.ts'
import type { LicenseProblem, LicenseState } from './license.ts'

export interface LicenseStatusRow {
  state: LicenseState
  facts: string
  terms: string
  problem: LicenseProblem | null
  since: Date | null
}

export const lockLicense = statement(
  'lock_license',
  {},
  'select * from lock_license()',
  rows<Omit<LicenseStatusRow, 'facts'> & { token: string | null; seen_at: Date | null }>,
)

export const keepLicense = statement(
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

/** A changed entitlement; its previous value is null if it had none. */
export interface EntitlementChange {
  organization_id: string
  capability: string
  allowed: boolean
  most: number | null
  was_allowed: boolean | null
  was_most: number | null
}

export const projectEntitlements = statement(
  'project_entitlements',
  { given: text, source: text, until: nullable(text) },
  'select * from project_entitlements(:given::jsonb, :source, :until::timestamptz)',
  rows<EntitlementChange>,
)

export const organizationsOfLicense = statement(
  'organizations_of_license',
  {},
  'select * from organizations_of_license() as id',
  rows<{ id: string }>,
)

export const findStanding = statement(
  'find_license_standing',
  {},
  'select state, facts, terms, problem, since from license_standing()',
  rows<LicenseStatusRow>,
)

export const findSlug = statement(
  'find_slug_of_organization',
  {},
  'select slug from organization where id = :organization',
  rows<{ slug: string }>,
)

export interface EntitlementRow {
  capability: string
  allowed: boolean
  most: number | null
  source: string
  until: Date | null
}

export const listEntitlements = statement(
  'list_entitlements_of_organization',
  {},
  'select capability, allowed, most, source, until from organization_entitlement where organization_id = :organization',
  rows<EntitlementRow>,
)

export const findEntitlement = statement(
  'find_entitlement',
  { capability: choice<Capability> },
  `select capability, allowed, most, source, until from organization_entitlement
    where organization_id = :organization and capability = :capability`,
  rows<EntitlementRow>,
)
