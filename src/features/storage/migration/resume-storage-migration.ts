import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { migrationConflicts } from './begin-migration.ts'
import { changeMigration, lockMigrationForChange } from './change-migration.ts'
import { MigrationParams, migrationSurface, StorageMigration } from './migration.ts'
import { forgetFailures } from './migration-queries.ts'

/**
 * A failed migration continues in the status in which it failed. Files whose failure was not accepted are retried.
 */
export const resumeStorageMigration = changeEndpoint({
  name: 'resumeStorageMigration',
  summary: 'Resume a paused or failed storage migration, and retry the files that failed',
  tag: 'Storage',
  method: 'POST',
  ...migrationSurface('/{migrationId}/resume'),
  status: 200,
  action: 'storage.migration.resume',
  params: MigrationParams,
  response: StorageMigration,
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: migrationConflicts,
  async run(change, { params }) {
    const row = await lockMigrationForChange(change, params.migrationId)
    if (!row.paused && row.failed_in === null)
      throw new Refusal(
        'unprocessable',
        sentence`migration.nothing_to_resume: The storage migration is ${{ status: row.status }} and not paused; there is nothing to resume.`,
      )
    change.tx.write(forgetFailures, { migrationId: row.id })
    return changeMigration(change, row, {
      status: row.failed_in ?? row.status,
      failed_in: null,
      code: null,
      paused: false,
      waits_for: null,
      position: '',
      recent: '',
      failed: 0,
    })
  },
})
