/** SQL expressions for row `i` in the tests of query plans. */
export const organizations = 50

export const organization = (i: number): string => `org_${String(i).padStart(26, '0')}`

export const org = `'org_' || lpad((i % ${organizations})::text, 26, '0')`

/** How rows are distributed over organizations: evenly, unless these expressions are replaced. */
export interface RowDistribution {
  readonly organizations: number
  readonly replacing: readonly (readonly [expression: string, by: string])[]
}

export const evenDistribution: RowDistribution = { organizations, replacing: [] }

/** Assigns every other row to the first organization. Each of the other organizations has three rows in each table. */
export const skewedDistribution = (rows: number): RowDistribution => ({
  organizations: Math.ceil(rows / 6) + 1,
  replacing: [
    [org, `'org_' || lpad((case when i % 2 = 0 then 0 else 1 + i / 6 end)::text, 26, '0')`],
    // Conditions for rows that an organization has only once, and numbers of rows within an organization.
    [`i < ${organizations}`, 'i = 0'],
    [`i >= ${organizations}`, 'i > 0'],
    [`i / ${organizations} + 1`, 'i + 1'],
  ],
})

export const id = (prefix: string) => `'${prefix}_' || lpad(i::text, 26, '0')`
export const digest = `encode(sha256(i::text::bytea), 'hex')`
export const pick = (...values: string[]) =>
  `(array[${values.map(value => `'${value}'`).join()}])[1 + i % ${values.length}]`

// All rows belong to webhooks, of which each organization has four.
export const webhook = `'whk_' || lpad((i % (${organizations} * 4))::text, 26, '0')`

// All rows belong to bindings, of which each organization has four.
export const binding = `'stb_' || lpad((i % (${organizations} * 4))::text, 26, '0')`
