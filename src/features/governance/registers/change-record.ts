import { plain } from '#src/features/governance/plain.ts'
import { assets } from './asset.ts'

/** A change that was requested, made or abandoned, of an asset or of none. */
export const changeRecords = plain({
  name: 'ChangeRecord',
  prefix: 'gch',
  statuses: ['open', 'active', 'closed'],
  references: { assetId: { ...assets, optional: true } },
  scope: 'governance.change-records:read',
})
