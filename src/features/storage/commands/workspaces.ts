import type { Database } from '#db/database.ts'
import { statement } from '#db/statement.ts'
import { similar } from '#lib/nearest.ts'
import { organizationsWithBindings } from '#src/features/storage/scrub/orphan-queries.ts'

/** A workspace, which operators name by its slug. */
export interface Workspace {
  readonly id: string
  readonly slug: string
}

const findSlug = statement('find_slug', {}, 'select slug from organization where id = :organization')

export const slugOf = async (db: Database, organizationId: string): Promise<string | undefined> => {
  const [row] = await db.read(organizationId, findSlug, {})
  return row?.slug
}

const maxShown = 10

const unknownWorkspace = (slug: string, slugs: readonly string[]): Error => {
  const suggestion = similar(slugs, slug)
  const others = slugs.length > maxShown ? [...slugs.slice(0, maxShown), '…'] : slugs
  return new Error(
    `There is no workspace ${JSON.stringify(slug)}; ${suggestion ? `did you mean ${suggestion}?` : `there are ${others.join(', ')}.`}`,
  )
}

/** Yields all workspaces, or only the one with the slug `only`. Throws if it does not exist. */
export async function* workspacesOf(db: Database, only?: string): AsyncGenerator<Workspace> {
  const slugs: string[] = []
  for (const { id } of await db.readInstall(organizationsWithBindings, {})) {
    const slug = await slugOf(db, id)
    if (slug === undefined) continue
    if (slug === only) return yield { id, slug }
    if (only === undefined) yield { id, slug }
    slugs.push(slug)
  }
  if (only !== undefined) throw unknownWorkspace(only, slugs)
}
