/**
 * SQL that locks the unit of a record until the commit: shared for changes that record something below it, in the same
 * unit, and exclusive for one that moves it. It must run before the unit is read.
 */
export const lockUnitSql = (id: string, way: '' | '_shared' = '_shared'): string =>
  `pg_advisory_xact_lock${way}(hashtextextended('unit of ' || ${id}, 0))`
