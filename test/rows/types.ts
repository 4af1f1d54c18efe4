import pg from 'pg'

/** The TypeScript type to which `src/db/batch.ts` decodes each PostgreSQL type, by OID. */
const typesByOid: Readonly<Record<number, string>> = {
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

/** Returns the TypeScript type for a PostgreSQL type. Throws for a type that is neither a text nor in the table. */
export const typeOf = (oid: number): string => {
  const type = typesByOid[oid]
  if (type) return type
  if (pg.types.getTypeParser(oid, 'text')('text') !== 'text') throw new Error(`no type is known for OID ${oid}`)
  return 'string'
}
