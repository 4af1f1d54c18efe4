interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  /** The column's check constraints. */
  readonly checks: string
}

const byType: Readonly<Record<string, readonly string[]>> = {
  boolean: ['false', 'true'],
  bigint: ['coalesce(:c, 0) + 1'],
  integer: ['coalesce(:c, 0) + 1', ':c - 1'],
  smallint: ['coalesce(:c, 0) + 1', ':c - 1'],
  'timestamp with time zone': [`coalesce(:c, now()) + interval '1 day'`],
  sha256_hex: [`encode(sha256(convert_to(:c, 'UTF8')), 'hex')`],
  identifier: [`left(coalesce(:c, 'prs_') || '0', 63)`],
  'text[]': [`coalesce(:c, '{}') || '{added}'::text[]`],
}

/** Another value that a check constraint allows. */
const otherValues = (checks: string): string[] =>
  Array.from(
    checks.matchAll(/'([^']*)'::text/g),
    ([, value]) => `case when :c = '${value}' then null else '${value}' end`,
  )

/** Changes one digit of the JSON, so that its format stays valid. */
const inJson = [`regexp_replace(:c, '[a-z](?=[a-z]*")', '7')`]

/** Restricts a change to rows that the trail refers to. A bundle's signature covers its files instead. */
export const referencedRows: Readonly<Record<string, string>> = {
  // For an entry with its own file, the artifact decides which files it covers. Otherwise another row may come first.
  evidence_export_entry: 'not o.is_own',
  artifact: 'not exists (select from evidence_export_entry x where x.artifact_id = o.id and x.is_own)',
}

/**
 * Statements that change a column in one row of an organization, `$1`. The test uses the first that the constraints
 * allow.
 */
export const alterations = ({ table, column, type, checks }: Column): string[] => {
  const text = column === 'record' ? inJson : [...otherValues(checks), `coalesce(:c, '') || '0'`, '" "']
  const values = byType[type] ?? text
  const organization = table === 'organization' ? 'id' : 'organization_id'
  return values.map(value => {
    const newValue = value.replaceAll(':c', `t.${column}`)
    return `update ${table} t set ${column} = ${newValue}
      where t.ctid = (select o.ctid from ${table} o where o.${organization} = $1 and ${referencedRows[table] ?? 'true'}
        and (${value.replaceAll(':c', `o.${column}`)}) is distinct from o.${column}
        and ${column === 'record' ? 'true' : `(${value.replaceAll(':c', `o.${column}`)}) is not null`} limit 1)`
  })
}
