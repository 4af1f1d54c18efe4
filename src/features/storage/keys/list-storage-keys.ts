import { paged } from '#family/paged.ts'
import { presentDataKey, StorageKey } from './data-key.ts'
import { selectDataKeys } from './queries.ts'

export const listStorageKeys = paged({
  name: 'listStorageKeys',
  summary: 'List the generations of the key that files are encrypted with, newest first',
  tag: 'Storage keys',
  workspace: { path: '/storage-keys', roles: ['admin', 'auditor'] },
  plural: 'storageKeys',
  of: StorageKey,
  read: (call, at) => call.read(selectDataKeys, at),
  show: presentDataKey,
})
