import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { changeMigration, lockMigrationForChange } from './change-migration.ts'
import { BytesPerSecond, MigrationParams, migrationSurface, StorageMigration } from './migration.ts'

/** Takes effect within seconds, even for a file that is being copied. */
export const setStorageMigrationRate = changeEndpoint({
  name: 'setStorageMigrationRate',
  summary: 'Change how fast a storage migration copies',
  tag: 'Storage',
  method: 'POST',
  ...migrationSurface('/{migrationId}/rate'),
  status: 200,
  action: 'storage.migration.rate',
  params: MigrationParams,
  body: Type.Object({ bytesPerSecond: BytesPerSecond }),
  response: StorageMigration,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params, body }) {
    const row = await lockMigrationForChange(change, params.migrationId)
    if (row.status === 'done' || row.status === 'cancelled')
      throw new Refusal(
        'unprocessable',
        sentence`migration.copies_nothing: The storage migration is ${{ status: row.status }}; it no longer copies anything.`,
      )
    return changeMigration(change, row, { bytes_per_second: body.bytesPerSecond })
  },
})
