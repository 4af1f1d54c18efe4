import { askStorageKeyDestruction } from './ask-storage-key-destruction.ts'
import { checkKeyProviders } from './check-key-providers.ts'
import { confirmStorageKeyDestruction } from './confirm-storage-key-destruction.ts'
import { createStorageKey } from './create-storage-key.ts'
import { getStorageKeyDestruction } from './get-storage-key-destruction.ts'
import { getStorageKeyProvider } from './get-storage-key-provider.ts'
import { listStorageKeys } from './list-storage-keys.ts'
import { renewStorageKeys } from './renew-storage-keys.ts'
import { setStorageKeyProvider } from './set-storage-key-provider.ts'
import { withdrawStorageKeyDestruction } from './withdraw-storage-key-destruction.ts'

export const keys = {
  endpoints: [
    listStorageKeys,
    createStorageKey,
    getStorageKeyProvider,
    setStorageKeyProvider,
    getStorageKeyDestruction,
    askStorageKeyDestruction,
    confirmStorageKeyDestruction,
    withdrawStorageKeyDestruction,
  ],
  jobs: [renewStorageKeys, checkKeyProviders],
}
