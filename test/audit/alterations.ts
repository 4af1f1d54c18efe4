interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  /** The check constraints on the column. */
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

/** Returns SQL expressions for values that a check constraint allows and that differ from the current value. */
const otherValues = (checks: string): string[] =>
  Array.from(
    checks.matchAll(/'([^']*)'::text/g),
    ([, value]) => `case when :c = '${value}' then null else '${value}' end`,
  )

/** Changes one digit of the JSON, so that its format stays valid. */
const inJson = [`regexp_replace(:c, '[a-z](?=[a-z]*")', '7')`]

/**
 * Restricts alterations to rows to which the trail refers. The files of a bundle are covered by its signature instead.
 */
export const referencedRows: Readonly<Record<string, string>> = {
  // For an entry with a file of its own, the artifact decides which files the entry covers. For other entries, another
  // row may come first.
  evidence_export_entry: 'not o.is_own',
  artifact: 'not exists (select from evidence_export_entry x where x.artifact_id = o.id and x.is_own)',
}

/**
 * Returns statements that change a column in one row of an organization, `$1`. The test uses the first one that the
 * constraints allow.
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
