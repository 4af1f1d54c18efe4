import { Type } from 'typebox'
import { findInstallation, installationOf } from '#db/installation.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { type Capability, capabilities, capabilityNames } from '#shared/entitlement.ts'
import { type Entitlement, entitlementOf } from './entitlements.ts'
import { type LicenseProblem, licenseProblems, licenseStates } from './license.ts'
import { readFacts, readTerms } from './license-status.ts'
import { findLicenseStatus, findSlug, listEntitlements } from './queries.ts'

const EntitlementSchema = (description: string) =>
  Type.Object(
    {
      allowed: Type.Boolean(),
      limit: Nullable(Type.Integer({ description: 'The maximum number; null without a limit.' })),
      source: Type.String({ description: 'community, none or the id of the license.' }),
      until: Nullable(Timestamp),
    },
    { description },
  )

const License = Type.Object(
  {
    state: Type.Enum([...licenseStates]),
    entitlements: Type.Object(
      Object.fromEntries(capabilityNames.map(name => [name, EntitlementSchema(capabilities[name])])) as Record<
        Capability,
        ReturnType<typeof EntitlementSchema>
      >,
      { description: 'The capabilities that this workspace may start to use.' },
    ),
    until: Nullable({ ...Timestamp, description: 'When the license ends; null without a license.' }),
    graceUntil: Nullable({ ...Timestamp, description: 'When the grace period ends.' }),
    from: Nullable(Timestamp),
    since: Nullable({
      ...Timestamp,
      description: 'When the license entered this state; null if it has never had a different one.',
    }),
    id: Nullable(Type.String()),
    plan: Nullable(Type.String()),
    holder: Nullable(Type.String()),
    installId: Type.String({ description: 'The id of this install, to which a license can be bound.' }),
    bound: Type.Boolean({ description: 'Whether the license is bound to this install.' }),
    problem: Type.Unsafe<LicenseProblem | null>({
      type: ['string', 'null'],
      enum: [...Object.keys(licenseProblems), null],
      description: 'The problem with the configured license; null if it has none.',
    }),
  },
  { title: 'License' },
)

export const getLicense = readEndpoint({
  name: 'getLicense',
  summary: 'Get the license of the install and the entitlements of this workspace',
  tag: 'Operations',
  workspace: { path: '/license', roles: ['admin', 'auditor'] },
  response: License,
  errors: ['not_found'],
  async run({ read }) {
    const [statusRows, organizations, entitlementRows, installations] = await Promise.all([
      read(findLicenseStatus, {}),
      read(findSlug, {}),
      read(listEntitlements, {}),
      read(findInstallation, {}),
    ])
    const status = firstOrNotFound(statusRows, 'license')
    const { slug } = firstOrNotFound(organizations, 'workspace')
    const terms = readTerms(status.terms)
    const rows = new Map(entitlementRows.map(row => [row.capability, row]))
    const entitlements = capabilityNames.map(name => [name, entitlementOf(rows.get(name), terms, slug, name)] as const)
    const {
      id = null,
      plan = null,
      holder = null,
      from = null,
      until = null,
      graceUntil = null,
      bound = false,
    } = readFacts(status.facts)
    return {
      state: status.state,
      entitlements: Object.fromEntries(entitlements) as Record<Capability, Entitlement>,
      until,
      graceUntil,
      from,
      since: status.since?.toISOString() ?? null,
      id,
      plan,
      holder,
      installId: installationOf(installations).id,
      bound,
      problem: status.problem,
    }
  },
})
