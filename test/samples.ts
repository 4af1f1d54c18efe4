import { provision } from '#src/features/provisioning/provision.ts'
import type { SampleParts } from '#src/features/samples/create-sample-workspace.ts'
import { endpoints, sections } from '#src/features.ts'
import { password } from './fixture.ts'
import type { Probata } from './system.ts'

/** Returns the parts of the program that `probata sample` uses. */
export const partsOf = ({ system: { services } }: Probata): SampleParts => ({
  services,
  endpoints,
  provision: (file: object) => provision(services, sections, file, true),
})

/** Returns the number of rows that an organization has in each table with a column `organization_id`. */
export const countRows = async (p: Probata, organizationId: string): Promise<Record<string, number>> => {
  const tables = await p.sql(`select c.oid::regclass::text as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  const parts = tables.map(
    ({ name: table }) => `select '${table}' as name, count(*)::int as count from ${table} where organization_id = $1`,
  )
  const rows = await p.sql(parts.join(' union all '), [organizationId])
  return Object.fromEntries(rows.map(row => [String(row.name), Number(row.count)]))
}

export const idOf = async (p: Probata, slug: string): Promise<string> =>
  String((await p.sql('select id from organization where slug = $1', [slug]))[0]?.id)

const user = (role: string, slug: string) => ({ email: `${role}@${slug}.example`, name: role, role, password })

export const testSampleName = 'Sample data: Test Bank'

/** A provisioning file with a real workspace and a sample workspace. */
export const withSample = {
  organizations: [
    { slug: 'real', name: 'Real Bank', users: [user('admin', 'real')] },
    {
      ...{ slug: 'test', name: testSampleName, sample: true },
      users: [user('admin', 'test'), user('contributor', 'test')],
    },
  ],
}
