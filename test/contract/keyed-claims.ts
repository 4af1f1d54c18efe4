import type { Probata } from '#test/system.ts'

export const claims = '/api/v1/governance/evidence/claims'

export const createClaim = (p: Pick<Probata, 'call'>, token: string, key: string, body: object) =>
  p.call('POST', claims, { token, key, body })

/** Counts the rows of a table in which a column, or an expression, equals a value. */
export const countOf = async (p: Probata, table: string, column: string, value: string): Promise<number> => {
  const [row] = await p.sql(`select count(*)::int as found from ${table} where ${column} = $1`, [value])
  return Number(row?.found)
}
