import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { changeMigration, lockMigrationForChange } from './change-migration.ts'
import { MigrationParams, migrationSurface, StorageMigration } from './migration.ts'

/** Copies in progress are abandoned within seconds and started again when the migration is resumed. */
export const pauseStorageMigration = changeEndpoint({
  name: 'pauseStorageMigration',
  summary: 'Pause a storage migration; files stay where they are',
  tag: 'Storage',
  method: 'POST',
  ...migrationSurface('/{migrationId}/pause'),
  status: 200,
  action: 'storage.migration.pause',
  params: MigrationParams,
  response: StorageMigration,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params }) {
    const row = await lockMigrationForChange(change, params.migrationId)
    const isOver = row.status === 'done' || row.status === 'cancelled' || row.status === 'failed'
    if (isOver)
      throw new Refusal(
        'unprocessable',
        sentence`migration.nothing_to_pause: The storage migration is ${{ status: row.status }}; there is nothing to pause.`,
      )
    if (row.paused)
      throw new Refusal('unprocessable', sentence`migration.already_paused: The storage migration is already paused.`)
    return changeMigration(change, row, { paused: true, waits_for: null })
  },
})
