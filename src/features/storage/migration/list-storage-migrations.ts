import { paged } from '#family/paged.ts'
import { migrationSurface, StorageMigration, showMigration } from './migration.ts'
import { listMigrations as statement } from './migration-queries.ts'

export const listStorageMigrations = paged({
  name: 'listStorageMigrations',
  summary: 'List storage migrations with their progress, newest first',
  tag: 'Storage',
  ...migrationSurface('', 'auditor'),
  plural: 'storageMigrations',
  of: StorageMigration,
  read: (call, at) => call.read(statement, at),
  show: (row, call) => showMigration(row, call.now),
})
