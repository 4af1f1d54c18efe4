import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { migrationSurface, StorageMigration, showMigration } from './migration.ts'
import { listMigrations as statement } from './migration-queries.ts'

export const listStorageMigrations = reading({
  name: 'listStorageMigrations',
  summary: 'List storage migrations with their progress, newest first',
  tag: 'Storage',
  ...migrationSurface('', 'auditor'),
  query: Type.Object(pageQuery),
  response: Type.Object({ storageMigrations: Type.Array(StorageMigration), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run: (call, { query }) =>
    answerPage(call, {
      endpoint: 'listStorageMigrations',
      plural: 'storageMigrations',
      read: async at =>
        (await call.read(statement, at)).map(row => ({
          id: row.id,
          record: JSON.stringify(showMigration(row, call.now)),
        })),
      filters: {},
      query,
    }),
})
