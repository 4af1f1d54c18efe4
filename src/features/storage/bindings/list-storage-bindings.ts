import { paged } from '#family/paged.ts'
import { bindingSurface, StorageBinding, showBinding } from './binding.ts'
import { listBindings as statement } from './binding-queries.ts'

export const listStorageBindings = paged({
  name: 'listStorageBindings',
  summary: 'List storage bindings, newest first',
  tag: 'Storage',
  ...bindingSurface('', 'auditor'),
  plural: 'storageBindings',
  of: StorageBinding,
  read: (call, at) => call.read(statement, at),
  show: showBinding,
})
