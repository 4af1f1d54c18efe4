/** Expressions for row `i` of the tests of query plans. */
export const organizations = 50

export const organization = (i: number): string => `org_${String(i).padStart(26, '0')}`

export const org = `'org_' || lpad((i % ${organizations})::text, 26, '0')`
export const id = (prefix: string) => `'${prefix}_' || lpad(i::text, 26, '0')`
export const digest = `encode(sha256(i::text::bytea), 'hex')`
export const pick = (...values: string[]) =>
  `(array[${values.map(value => `'${value}'`).join()}])[1 + i % ${values.length}]`

// A few of each organization have everything.
export const webhook = `'whk_' || lpad((i % (${organizations} * 4))::text, 26, '0')`

// Those of an organization are used by turns.
export const binding = `'stb_' || lpad((i % (${organizations} * 4))::text, 26, '0')`
