import { install, type Transaction } from '#db/database.ts'
import { findInstallation, installationOf } from '#db/installation.ts'
import { system } from '#http/access.ts'
import { beginCall, change, type Services } from '#http/call.ts'
import { job } from '#jobs/job.ts'
import { minute } from '#lib/clock.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { lockLicenseStatus, updateLicenseStatus } from './license-status.ts'
import { type LicenseStatus, nextLicenseStatus } from './next-license-status.ts'
import { type EntitlementChange, organizationsOfLicense, projectEntitlements } from './queries.ts'
import { readLicense } from './read-license.ts'
import { entitlementsByScope } from './terms.ts'

export const reconcileLicenseState = 'reconcile-license-state'

const describeGrant = (allowed: boolean, most: number | null): string => {
  if (!allowed) return 'not allowed'
  return most === null ? 'allowed' : `allowed up to ${most}`
}

/** Describes a change, unless the entitlement only got its first row or a different end. */
const describe = ({ capability, allowed, most, was_allowed, was_most }: EntitlementChange): string[] => {
  if (was_allowed === null || (allowed === was_allowed && most === was_most)) return []
  return [`${capability} ${describeGrant(was_allowed, was_most)} → ${describeGrant(allowed, most)}`]
}

/** Describes the changes of each organization. Includes every organization if the state has changed. */
const describeChanges = async (
  tx: Transaction,
  entitlementChanges: readonly EntitlementChange[],
  hasNewState: boolean,
) => {
  const all = hasNewState ? await tx.query(organizationsOfLicense, {}) : []
  const changes = new Map<string, string[]>(all.map(({ id }) => [id, []]))
  for (const row of entitlementChanges) {
    const words = describe(row)
    if (words.length > 0) changes.set(row.organization_id, [...(changes.get(row.organization_id) ?? []), ...words])
  }
  return changes
}

const createContextFactory = (services: Services, tx: Transaction, runId: string) => (organizationId: string) => {
  tx.rebind(organizationId)
  return change(beginCall(services, system(reconcileLicenseState, organizationId), runId), tx, 'license.state', null)
}

interface Changes {
  readonly before: LicenseStatus
  readonly after: LicenseStatus
  readonly entitlementChanges: readonly EntitlementChange[]
}

/** Writes the changes to the audit trail and security events of each affected organization. */
const report = async (
  tx: Transaction,
  contextOf: ReturnType<typeof createContextFactory>,
  { before, after, entitlementChanges }: Changes,
) => {
  const { state, license, problem } = after
  const hasNewState = state !== before.state
  const states = hasNewState ? [`${before.state} → ${state}`] : []
  for (const [organizationId, words] of await describeChanges(tx, entitlementChanges, hasNewState)) {
    const context = contextOf(organizationId)
    context.audit(license?.id ?? state, { detail: [...states, ...words].join('; ') })
    if (hasNewState) writeSecurityEvent(context, { type: 'licenseStateChanged', context: { state } })
  }
  if (problem && problem !== before.problem)
    writeSecurityEvent(contextOf(install), { type: 'licenseRefreshFailed', context: { code: problem, state } })
}

/** A failed run or an unreadable license does not change any entitlement. */
export const reconcileLicense = job<Services>({
  name: reconcileLicenseState,
  description: 'Evaluates the configured license and stores the entitlements of each workspace.',
  schedule: '0 17 * * * *',
  expected: minute,
  ofWorkspaces: true,
  async run(services, { id, organizationId }) {
    const { db, clock, settings } = services
    const { id: installId } = installationOf(await db.readInstall(findInstallation, {}))
    const configured = await readLicense(settings.license, installId)
    return db.transaction(install, async tx => {
      const before = await lockLicenseStatus(tx, settings.license?.key)
      const after = nextLicenseStatus(before, configured, clock.now())
      const { source, until } = after.terms
      const grants = JSON.stringify(entitlementsByScope(after.terms))
      const entitlementChanges = await tx.query(projectEntitlements, { given: grants, source, until })
      updateLicenseStatus(tx, before, after)
      await report(tx, createContextFactory(services, tx, id), { before, after, entitlementChanges })
      // Any caller may trigger the evaluation: the result is the same for all and reveals nothing about another
      // workspace.
      return entitlementChanges.filter(row => organizationId === undefined || row.organization_id === organizationId)
        .length
    })
  },
})
