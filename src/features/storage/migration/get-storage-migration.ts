import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { versioned } from '#http/version.ts'
import { migrationVersion } from './change-migration.ts'
import { MigrationParams, migrationSurface, migrationTag, StorageMigration, showMigration } from './migration.ts'
import { findMigration } from './migration-queries.ts'

export const getStorageMigration = readEndpoint({
  name: 'getStorageMigration',
  summary: 'Get a storage migration with its progress',
  tag: 'Storage',
  ...migrationSurface('/{migrationId}', 'auditor'),
  params: MigrationParams,
  response: StorageMigration,
  version: migrationVersion,
  errors: ['not_found'],
  async run(call, { params }) {
    const row = firstOrNotFound(await call.read(findMigration, { id: params.migrationId }), 'storage migration')
    return versioned(JSON.stringify(showMigration(row, call.now)), migrationTag(row))
  },
})
