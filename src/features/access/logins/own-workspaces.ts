import type { Call } from '#http/call.ts'
import type { OwnLogin } from './own-login.ts'
import { type EntranceRow, findEntrance } from './queries.ts'

interface Workspace {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly personId: string
  readonly row: EntranceRow
}

/** Finds the workspaces that a login's session may switch to, with the person in each. */
export const findOwnWorkspaces = async ({ db }: Call, { memberships }: OwnLogin): Promise<Workspace[]> => {
  const workspaces: Workspace[] = []
  for (const { organization_id: id, subject_id: personId } of memberships) {
    const [row] = await db.read(id, findEntrance, { personId })
    if (row && !row.disabled) workspaces.push({ id, slug: row.slug, name: row.name, personId, row })
  }
  return workspaces
}
