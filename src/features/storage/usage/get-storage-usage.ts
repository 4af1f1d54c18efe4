import { Type } from 'typebox'
import { reading } from '#api/endpoint.ts'
import { oneOr404 } from '#api/errors.ts'
import { Id, Nullable, Timestamp } from '#api/schema.ts'
import { iso } from '#lib/clock.ts'
import { bindingStatuses } from '#src/features/storage/binding.ts'
import { findQuota, findUsage, usageByBinding } from './queries.ts'
import { effectiveOf, Limits, nearestShare } from './quota.ts'

const BindingUsage = Type.Object(
  {
    id: Id('stb'),
    kind: Type.Enum(['folder', 's3']),
    name: Type.String(),
    status: Type.Enum([...bindingStatuses]),
    copies: Type.Integer({ description: 'Copies of files that may be opened.' }),
    bytes: Type.Integer({ description: 'Their size, as stored: with what encryption adds.' }),
  },
  { title: 'StorageBindingUsage' },
)

const StorageUsage = Type.Object(
  {
    bytes: Type.Integer({ description: 'Size of all files. A file counts once, however many copies there are.' }),
    files: Type.Integer({ description: 'Without those that nothing opens any more, since their keys are destroyed.' }),
    quota: { ...Limits, description: 'What the workspace may keep at most; null is no limit.' },
    share: Nullable(
      Type.Number({ description: 'Of the quota that is used, 1 is all: of bytes or files, whichever is more.' }),
    ),
    bindings: Type.Array(BindingUsage, { description: 'Where the copies are; without what was given up.' }),
    checkedAt: Nullable({ ...Timestamp, description: 'When the counters were last compared with the files.' }),
  },
  { title: 'StorageUsage' },
)

export const getStorageUsage = reading({
  name: 'getStorageUsage',
  summary: 'Get how much the workspace keeps, of how much it may, and where',
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
    const { bytes, files, checked_at } = oneOr404(used, 'workspace')
    const quota = effectiveOf(oneOr404(quotas, 'workspace'))
    const share = nearestShare({ bytes, files }, quota)
    return { bytes, files, quota, share, bindings, checkedAt: checked_at && iso(checked_at.getTime()) }
  },
})
