import { getStorageQuota } from './get-storage-quota.ts'
import { getStorageUsage } from './get-storage-usage.ts'
import { storageQuota } from './provision-quota.ts'
import { reconcileStorageUsage } from './reconcile-storage-usage.ts'
import { updateStorageQuota } from './update-storage-quota.ts'

export const usage = {
  endpoints: [getStorageUsage, getStorageQuota, updateStorageQuota],
  sections: [storageQuota],
  jobs: [reconcileStorageUsage],
}
