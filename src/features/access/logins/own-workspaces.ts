import type { Call } from '#api/call.ts'
import { findOrganization, findPerson, type PersonRow } from '#src/features/access/queries.ts'
import type { OwnLogin } from './own-login.ts'

interface Workspace {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly personId: string
  readonly row: PersonRow
}

/** The workspaces that a login's session may switch to, with the person in each. */
export const workspacesOf = async ({ db }: Call, { memberships }: OwnLogin): Promise<Workspace[]> => {
  const found: Workspace[] = []
  for (const { organization_id: id, subject_id: personId } of memberships) {
    const [row] = await db.read(id, findPerson, { id: personId })
    const [organization] = await db.read(id, findOrganization, {})
    if (row && organization && !row.disabled) found.push({ id, ...organization, personId, row })
  }
  return found
}
