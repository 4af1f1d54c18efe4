import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { MigrationParams, migrationSurface } from './migration.ts'
import { StorageMigrationFailure, showFailure } from './migration-failure.ts'
import { findMigration, listFailures } from './migration-queries.ts'

export const listStorageMigrationFailures = readEndpoint({
  name: 'listStorageMigrationFailures',
  summary: 'List the files that a storage migration could not copy',
  tag: 'Storage',
  ...migrationSurface('/{migrationId}/failures', 'auditor'),
  params: MigrationParams,
  query: Type.Object(pageQuery),
  response: Type.Object({ failures: Type.Array(StorageMigrationFailure), pagination: Pagination }),
  errors: ['not_found', 'invalid_cursor'],
  async run(call, { params: { migrationId }, query }) {
    firstOrNotFound(await call.read(findMigration, { id: migrationId }), 'storage migration')
    return respondWithPage(call, {
      endpoint: 'listStorageMigrationFailures',
      plural: 'failures',
      read: async at =>
        (await call.read(listFailures, { ...at, migrationId })).map(row => ({
          id: row.artifact_id,
          record: JSON.stringify(showFailure(row)),
        })),
      filters: { migrationId },
      query,
    })
  },
})
