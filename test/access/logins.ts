import type { Probata } from '#test/system.ts'

/** Returns the ids of an organization's people or service accounts, by the name with which they sign in. */
export const idsOf = async (
  p: Probata,
  kind: 'client' | 'person',
  organizationId: string,
): Promise<Map<string, string>> => {
  const rows = await p.sql(
    'select name, subject_id as id from login_name where organization_id = $1 and kind = $2 order by name',
    [organizationId, kind],
  )
  return new Map(rows.map(({ name, id }) => [String(name), String(id)]))
}
