import { askStorageHoldRelease } from './ask-storage-hold-release.ts'
import { confirmStorageHoldRelease } from './confirm-storage-hold-release.ts'
import { getStorageHold } from './get-storage-hold.ts'
import { listStorageHolds } from './list-storage-holds.ts'
import { placeStorageHold } from './place-storage-hold.ts'
import { withdrawStorageHoldRelease } from './withdraw-storage-hold-release.ts'

export const holds = {
  endpoints: [
    listStorageHolds,
    placeStorageHold,
    getStorageHold,
    askStorageHoldRelease,
    confirmStorageHoldRelease,
    withdrawStorageHoldRelease,
  ],
}
