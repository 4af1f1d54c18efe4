import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { bindingStatuses } from '#src/features/storage/bindings/binding.ts'
import { findQuota, findUsage, usageByBinding } from './queries.ts'
import { effectiveLimits, largestShare, QuotaLimits } from './quota.ts'

const BindingUsage = Type.Object(
  {
    id: Id('stb'),
    kind: Type.Enum(['folder', 's3']),
    name: Type.String(),
    status: Type.Enum([...bindingStatuses]),
    copies: Type.Integer({ description: 'Copies of files that may be opened.' }),
    bytes: Type.Integer({ description: 'The stored size of these copies, including the overhead of encryption.' }),
  },
  { title: 'StorageBindingUsage' },
)

const StorageUsage = Type.Object(
  {
    bytes: Type.Integer({ description: 'Size of all files. A file counts once, regardless of its number of copies.' }),
    files: Type.Integer({
      description: 'Number of files, excluding those that cannot be opened because their keys are destroyed.',
    }),
    quota: { ...QuotaLimits, description: 'The limits of the workspace; null means no limit.' },
    share: Nullable(
      Type.Number({
        description: 'The used share of the quota, the larger one of bytes and files; 1 means all of it.',
      }),
    ),
    bindings: Type.Array(BindingUsage, { description: 'Usage by storage binding, without retired ones.' }),
    checkedAt: Nullable({ ...Timestamp, description: 'When the counters were last compared with the files.' }),
  },
  { title: 'StorageUsage' },
)

export const getStorageUsage = readEndpoint({
  name: 'getStorageUsage',
  summary: 'Get the storage used by the workspace, its quota and its usage by storage binding',
  tag: 'Storage',
  workspace: { path: '/storage/usage', roles: ['admin', 'auditor'] },
  response: StorageUsage,
  errors: ['not_found'],
  async run({ read }) {
    const [used, quotas, bindings] = await Promise.all([
      read(findUsage, {}),
      read(findQuota, {}),
      read(usageByBinding, {}),
    ])
    const { bytes, files, checked_at } = firstOrNotFound(used, 'workspace')
    const quota = effectiveLimits(firstOrNotFound(quotas, 'workspace'))
    const share = largestShare({ bytes, files }, quota)
    return { bytes, files, quota, share, bindings, checkedAt: checked_at && iso(checked_at.getTime()) }
  },
})
