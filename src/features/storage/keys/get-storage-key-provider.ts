import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { etagOf, versionField } from '#http/version.ts'
import { type KeyProviderRow, presentKeyProvider, StorageKeyProvider } from './key-provider.ts'
import { findKeyProvider, lockKeyProvider } from './queries.ts'

// Each change of the provider inserts a row with a new id.
const tagOf = (row: KeyProviderRow | undefined): string => etagOf(row?.id)

export const getStorageKeyProvider = readEndpoint({
  name: 'getStorageKeyProvider',
  summary: 'Get the key holder that wraps the keys of stored files, and whether it is available',
  tag: 'Storage keys',
  workspace: { path: '/storage-key-provider', roles: ['admin', 'auditor'] },
  response: Type.Object({ storageKeyProvider: StorageKeyProvider, ...versionField }),
  async version({ tx }) {
    const [row] = await tx.query(lockKeyProvider, {})
    return { etag: tagOf(row), resourceId: row?.id ?? '' }
  },
  async run(call) {
    const [row] = await call.read(findKeyProvider, {})
    return { storageKeyProvider: presentKeyProvider(row), etag: tagOf(row) }
  },
})
