import { changeEndpoint } from '#http/endpoint.ts'
import { changeMigration, lockMigrationForChange, nextMigrationStatus } from './change-migration.ts'
import { MigrationParams, migrationSurface, StorageMigration } from './migration.ts'

/** Stops copying and removing. Existing copies stay, and are read if the other copies are unavailable. */
export const cancelStorageMigration = changeEndpoint({
  name: 'cancelStorageMigration',
  summary: 'Cancel a storage migration; the copies already made stay',
  tag: 'Storage',
  method: 'POST',
  ...migrationSurface('/{migrationId}/cancel'),
  confirm: true,
  status: 200,
  action: 'storage.migration.cancel',
  params: MigrationParams,
  response: StorageMigration,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params }) {
    const row = await lockMigrationForChange(change, params.migrationId)
    const status = nextMigrationStatus(row, 'cancel')
    return changeMigration(change, row, { status, failed_in: null, paused: false, waits_for: null })
  },
})
