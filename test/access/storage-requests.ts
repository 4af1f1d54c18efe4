import type { PrepareRequest } from './arrangement.ts'

const forNewBinding: PrepareRequest = async organization => ({ params: { bindingId: await organization.binding() } })

const forNewMigration: PrepareRequest = async organization => ({
  params: { migrationId: await organization.migration() },
})

/** Request data for storage bindings, migrations, keys and holds. */
export const storageArrangements: Readonly<Record<string, PrepareRequest>> = {
  createStorageBinding: async ({ bucket: { settings } }) => ({ body: { settings } }),
  updateStorageBinding: forNewBinding,
  validateStorageBinding: forNewBinding,
  activateStorageBinding: forNewBinding,
  retireStorageBinding: forNewBinding,
  startStorageMigration: async organization => ({ body: await organization.plan() }),
  pauseStorageMigration: forNewMigration,
  resumeStorageMigration: async organization => ({ params: { migrationId: await organization.migration('pause') } }),
  cancelStorageMigration: forNewMigration,
  setStorageMigrationRate: forNewMigration,
  acceptStorageMigrationFailure: async organization => ({ params: await organization.failedFile() }),
  replaceStorageCredentials: async organization => ({
    params: { bindingId: await organization.binding() },
    body: { credentials: organization.bucket.credentials },
  }),
  askStorageKeyDestruction: async organization => {
    await organization.endDestruction()
    return {}
  },
  confirmStorageKeyDestruction: async organization => ({
    body: { destructionId: await organization.destruction() },
  }),
  withdrawStorageKeyDestruction: async organization => {
    await organization.destruction()
    return {}
  },
  askStorageHoldRelease: async organization => ({ params: { holdId: await organization.hold() } }),
  confirmStorageHoldRelease: async organization => ({ params: { holdId: await organization.hold('release') } }),
  withdrawStorageHoldRelease: async organization => ({ params: { holdId: await organization.hold('release') } }),
}
