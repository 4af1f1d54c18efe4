import pg from 'pg'

/** The type that `src/db/batch.ts` decodes a PostgreSQL type to, by its OID. */
const decoded: Readonly<Record<number, string>> = {
  16: 'boolean',
  17: 'Buffer',
  20: 'number',
  21: 'number',
  23: 'number',
  26: 'number',
  114: 'unknown',
  199: 'unknown[]',
  700: 'number',
  701: 'number',
  1001: 'Buffer[]',
  1005: 'number[]',
  1007: 'number[]',
  1009: 'string[]',
  1015: 'string[]',
  1016: 'string[]',
  1022: 'number[]',
  1082: 'Date',
  1184: 'Date',
  3802: 'unknown',
  3807: 'unknown[]',
}

/** The type of a value of a PostgreSQL type. Throws for a type that is not a text and not in the table. */
export const typeOf = (oid: number): string => {
  const type = decoded[oid]
  if (type) return type
  if (pg.types.getTypeParser(oid, 'text')('text') !== 'text') throw new Error(`no type is known for OID ${oid}`)
  return 'string'
}
