import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, invalid } from '#http/errors.ts'
import { atMost } from '#http/sentences.ts'
import { lockOrganizationSettings } from '#shared/organization-settings.ts'
import { readLocked } from '#shared/read-locked.ts'
import { findQuota, setOwnQuota } from './queries.ts'
import {
  describeLimits,
  operatorLimits,
  ownLimits,
  QuotaLimits,
  quotaContent,
  StorageQuota,
  showQuota,
} from './quota.ts'

const names = ['bytes', 'files'] as const

/** The workspace's limit cannot exceed the operator's. Existing files stay, even above the quota. */
export const updateStorageQuota = changeEndpoint({
  name: 'updateStorageQuota',
  summary: 'Set the storage quota of the workspace, within the limit set by the operator',
  tag: 'Storage',
  method: 'PATCH',
  workspace: { path: '/storage/quota', roles: ['admin'] },
  status: 200,
  action: 'storage.quota.set',
  body: Type.Partial(QuotaLimits),
  response: StorageQuota,
  errors: ['not_found'],
  async run({ tx, organizationId, audit }, { body }) {
    const row = firstOrNotFound(await readLocked(tx, lockOrganizationSettings, findQuota, {}), 'workspace')
    const operator = operatorLimits(row)
    const before = ownLimits(row)
    const after: QuotaLimits = { ...before, ...body }
    for (const name of names) {
      const requested = body[name] ?? null
      const limit = operator[name]
      if (requested !== null && limit !== null && requested > limit) throw invalid([name], atMost(limit))
    }
    tx.write(setOwnQuota, after)
    const detail = `${describeLimits(before)} → ${describeLimits(after)}`
    const content = quotaContent(operator, after)
    audit(organizationId, { before: JSON.stringify(before), after: JSON.stringify(after), content, detail })
    return showQuota({ ...row, own_bytes: after.bytes, own_files: after.files })
  },
})
