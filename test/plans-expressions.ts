/** SQL expressions for row `i` of the query plan tests. */
export const organizations = 50

export const organization = (i: number): string => `org_${String(i).padStart(26, '0')}`

export const org = `'org_' || lpad((i % ${organizations})::text, 26, '0')`

/** The distribution of rows over organizations: even, unless these expressions are replaced. */
export interface RowDistribution {
  readonly organizations: number
  readonly replacing: readonly (readonly [expression: string, by: string])[]
}

export const evenDistribution: RowDistribution = { organizations, replacing: [] }

/** Every other row belongs to the first organization. The others have three rows of each table. */
export const skewedDistribution = (rows: number): RowDistribution => ({
  organizations: Math.ceil(rows / 6) + 1,
  replacing: [
    [org, `'org_' || lpad((case when i % 2 = 0 then 0 else 1 + i / 6 end)::text, 26, '0')`],
    // Rows that an organization has only once, and rows that are numbered within it.
    [`i < ${organizations}`, 'i = 0'],
    [`i >= ${organizations}`, 'i > 0'],
    [`i / ${organizations} + 1`, 'i + 1'],
  ],
})

export const id = (prefix: string) => `'${prefix}_' || lpad(i::text, 26, '0')`
export const digest = `encode(sha256(i::text::bytea), 'hex')`
export const pick = (...values: string[]) =>
  `(array[${values.map(value => `'${value}'`).join()}])[1 + i % ${values.length}]`

// All rows belong to four webhooks of each organization.
export const webhook = `'whk_' || lpad((i % (${organizations} * 4))::text, 26, '0')`

// The rows alternate between four bindings of each organization.
export const binding = `'stb_' || lpad((i % (${organizations} * 4))::text, 26, '0')`
