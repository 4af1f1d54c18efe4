import { Type } from 'typebox'
import { section } from '#shared/provision.ts'
import { lockQuota, setOperatorQuota } from './queries.ts'
import { inWords, operatorsOf, ownOf, QuotaLimits, quotaContent } from './quota.ts'

/** The field `quota` of an organization in the provisioning file. Omitted limits stay; null lifts a limit. */
export const storageQuota = section({
  name: 'quota',
  entry: Type.Partial(QuotaLimits, { additionalProperties: false }),
  async prepare(_services, given) {
    return async ({ tx, organizationId, audit, isNew }) => {
      const [row] = await tx.query(lockQuota, {})
      if (!row) throw new Error('the organization of the entry is gone')
      const before = operatorsOf(row)
      const after: QuotaLimits = { ...before, ...given }
      if (after.bytes === before.bytes && after.files === before.files) return 'unchanged'
      tx.write(setOperatorQuota, after)
      audit(organizationId, {
        action: 'storage.quota.set',
        before: JSON.stringify(before),
        after: JSON.stringify(after),
        content: quotaContent(after, ownOf(row)),
        detail: `by the operator: ${inWords(before)} → ${inWords(after)}`,
      })
      return isNew ? 'created' : 'updated'
    }
  },
})
