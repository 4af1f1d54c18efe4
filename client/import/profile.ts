import type { Missing } from './clauses.ts'
import type { Catalog, Import, Profile } from './oscal-model.ts'
import { modified } from './profile-modify.ts'
import { type Index, indexOf, type Lack, selected, withAncestors } from './profile-select.ts'
import { structured } from './profile-structure.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** What clashes is an error under `keep`: the specification lets a processor stop, and keys of clauses are unique. */
const methods = new Set(['keep', 'use-first'])

const combined = (imports: readonly Import[], method: string, index: Index, lack: Lack): ReadonlySet<string> => {
  const explicit = new Set<string>()
  const ids = new Set<string>()
  for (const one of imports) {
    const chosen = selected(index, one, lack)
    for (const id of chosen) {
      if (explicit.has(id) && method === 'keep') throw new UnreadableFile('clash', { id })
      explicit.add(id)
    }
    const all = withAncestors(index, one, chosen)
    for (const id of index.controls.keys()) if (all.has(id)) ids.add(id)
  }
  return ids
}

/** That everything which a profile asks for is understood; what is not is refused, not guessed. */
const check = ({ imports = [], merge = {} }: Profile): void => {
  const documents = new Set(imports.map(({ href }) => href))
  if (imports.length === 0) throw new UnreadableFile('noImports')
  if (documents.size > 1) throw new UnreadableFile('severalCatalogs', { count: documents.size })
  if (imports.some(({ mapping }) => mapping !== undefined)) throw new UnreadableFile('remapped')
  const { method = 'keep' } = merge.combine ?? {}
  if (method === 'merge') throw new UnreadableFile('combineMerge')
  if (!methods.has(method)) throw new UnreadableFile('combineUnknown', { method })
}

/**
 * The catalog that a profile makes of the one that it imports, by NIST's specification of profile resolution; metadata and
 * back matter, which no clause has, are left out. `missing` is what the profile names and the catalog does not have.
 * Throws {@link UnreadableFile} where a profile asks for what is not supported.
 */
export const resolveProfile = (
  profile: Profile,
  catalog: Catalog,
): { catalog: Catalog; missing: readonly Missing[] } => {
  check(profile)
  const lacking = new Map<Missing['kind'], Set<string>>()
  const lack: Lack = (kind, name) => lacking.set(kind, (lacking.get(kind) ?? new Set()).add(name))
  const { imports = [], merge = {}, modify = {} } = profile
  const index = indexOf(catalog)
  const ids = combined(imports, merge.combine?.method ?? 'keep', index, lack)
  const resolved = modified(structured(merge, { catalog, index, ids }, lack), modify, lack)
  return { catalog: resolved, missing: [...lacking].map(([kind, names]) => ({ kind, names: [...names] })) }
}
