import { refersTo } from '#family/reference.ts'
import { Nullable } from '#http/schema.ts'
import { assets } from './asset.ts'
import { register } from './register.ts'

/** A change that was requested, made or abandoned, of an asset or of none. */
export const changeRecords = register({
  name: 'ChangeRecord',
  prefix: 'gch',
  statuses: ['open', 'active', 'closed'],
  fields: { assetId: Nullable(refersTo(assets)) },
  scope: 'governance.change-records:read',
})
