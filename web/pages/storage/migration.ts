import type { Schemas } from '#web/api/client.ts'

export type Migration = Schemas['StorageMigration']
export type Failure = Schemas['StorageMigrationFailure']

const over: readonly Migration['status'][] = ['done', 'cancelled', 'failed']

export const isUnderWay = ({ status }: Migration): boolean => !over.includes(status)

/** The number of files in a migration, among those counted so far. */
const allOf = ({ items }: Migration): number => items.copied + items.left + items.failed + items.accepted

/** The progress in percent: of copying or, while the source is emptied, of removing. */
export const percentOf = (migration: Migration): number => {
  const { status, items } = migration
  if (status === 'done') return 100
  const [done, all] =
    status === 'deleting' ? [items.removed, items.removed + items.left] : [items.copied, allOf(migration)]
  return all === 0 ? 100 : Math.floor((done / all) * 100)
}

/** The actions on a migration, as the server allows them (src/features/storage/migration/migration.ts). */
export const steps = {
  pause: ({ paused, ...migration }: Migration): boolean => !paused && isUnderWay({ paused, ...migration }),
  resume: ({ paused, status }: Migration): boolean => status === 'failed' || (paused && status !== 'done'),
  rate: (migration: Migration): boolean => isUnderWay(migration) || migration.status === 'failed',
  cancel: (migration: Migration): boolean => isUnderWay(migration) || migration.status === 'failed',
}

export type Step = keyof typeof steps

export const megabyte = 1_000_000
