import { statement, text } from '#db/statement.ts'

/**
 * SQL that locks the unit of a record until the commit: shared for changes that add something to the record in its
 * unit, and exclusive for a change that moves the record to another unit. Must run before the unit is read.
 */
export const lockUnitSql = (id: string, mode: '' | '_shared' = '_shared'): string =>
  `pg_advisory_xact_lock${mode}(hashtextextended('unit of ' || ${id}, 0))`

/** Locks the unit of a record until the commit, for a change that adds something to the record. */
export const shareUnitOf = statement('share_unit_of_record', { id: text }, `select ${lockUnitSql(':id::text')}`)
