/**
 * SQL that holds the unit of a record until the commit: shared by all who record something below it, which is of its
 * unit, and against whoever moves it. It has to be asked before the unit is read.
 */
export const holdUnit = (id: string, way: '' | '_shared' = '_shared'): string =>
  `pg_advisory_xact_lock${way}(hashtextextended('unit of ' || ${id}, 0))`
