import type { Schemas } from '#web/api/client.ts'

export type Migration = Schemas['StorageMigration']
export type Failure = Schemas['StorageMigrationFailure']

const finalStatuses: readonly Migration['status'][] = ['done', 'cancelled', 'failed']

export const isUnderWay = ({ status }: Migration): boolean => !finalStatuses.includes(status)

/** The number of files that the migration has counted so far. */
const totalOf = ({ items }: Migration): number => items.copied + items.left + items.failed + items.accepted

/** The numbers of processed files and of all files: copied ones, or removed ones while the source is emptied. */
export const amountsOf = (migration: Migration): readonly [done: number, total: number] => {
  const { status, items } = migration
  return status === 'deleting' ? [items.removed, items.removed + items.left] : [items.copied, totalOf(migration)]
}

/** The progress in percent. */
export const percentOf = (migration: Migration): number => {
  if (migration.status === 'done') return 100
  const [done, total] = amountsOf(migration)
  return total === 0 ? 100 : Math.floor((done / total) * 100)
}

/** Whether the server allows each action on a migration (src/features/storage/migration/migration.ts). */
export const steps = {
  pause: ({ paused, ...migration }: Migration): boolean => !paused && isUnderWay({ paused, ...migration }),
  resume: ({ paused, status }: Migration): boolean => status === 'failed' || (paused && status !== 'done'),
  rate: (migration: Migration): boolean => isUnderWay(migration) || migration.status === 'failed',
  cancel: (migration: Migration): boolean => isUnderWay(migration) || migration.status === 'failed',
}

export type Step = keyof typeof steps

export const megabyte = 1_000_000
