import { refersTo } from '#family/reference.ts'
import { Nullable } from '#http/schema.ts'
import { assets } from './asset.ts'
import { register } from './register.ts'

/** A requested, completed or abandoned change, which can concern an asset. */
export const changeRecords = register({
  name: 'ChangeRecord',
  prefix: 'gch',
  statuses: ['open', 'active', 'closed'],
  fields: { assetId: Nullable(refersTo(assets)) },
  scope: 'governance.change-records:read',
})
