import { Type } from 'typebox'
import { lockOrganizationSettings } from '#shared/organization-settings.ts'
import { section } from '#shared/provision.ts'
import { readLocked } from '#shared/read-locked.ts'
import { findQuota, setOperatorQuota } from './queries.ts'
import { describeLimits, operatorLimits, ownLimits, QuotaLimits, quotaContent } from './quota.ts'

/** The field `quota` of an organization in the provisioning file. Omitted limits stay; null lifts a limit. */
export const storageQuota = section({
  name: 'quota',
  entry: Type.Partial(QuotaLimits, { additionalProperties: false }),
  async prepare(_services, limits) {
    return async ({ tx, organizationId, audit, isNew }) => {
      const [row] = await readLocked(tx, lockOrganizationSettings, findQuota, {})
      if (!row) throw new Error('the organization of the entry is gone')
      const before = operatorLimits(row)
      const after: QuotaLimits = { ...before, ...limits }
      if (after.bytes === before.bytes && after.files === before.files) return 'unchanged'
      tx.write(setOperatorQuota, after)
      audit(organizationId, {
        action: 'storage.quota.set',
        before: JSON.stringify(before),
        after: JSON.stringify(after),
        content: quotaContent(after, ownLimits(row)),
        detail: `by the operator: ${describeLimits(before)} → ${describeLimits(after)}`,
      })
      return isNew ? 'created' : 'updated'
    }
  },
})
