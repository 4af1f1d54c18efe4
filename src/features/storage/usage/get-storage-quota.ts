import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { lockOrganizationSettings } from '#shared/organization-settings.ts'
import { readLocked } from '#shared/read-locked.ts'
import { findQuota } from './queries.ts'
import { quotaTag, StorageQuota, showQuota } from './quota.ts'

export const getStorageQuota = readEndpoint({
  name: 'getStorageQuota',
  summary: 'Get the storage quota of the workspace, and whether the operator or the workspace set it',
  tag: 'Storage',
  workspace: { path: '/storage/quota', roles: ['admin', 'auditor'] },
  response: StorageQuota,
  errors: ['not_found'],
  async version({ tx, organizationId }) {
    const [row] = await readLocked(tx, lockOrganizationSettings, findQuota, {})
    return row && { etag: quotaTag(row), resourceId: organizationId }
  },
  async run({ read }) {
    return showQuota(firstOrNotFound(await read(findQuota, {}), 'workspace'))
  },
})
