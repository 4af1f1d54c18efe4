import type { Missing } from './clauses.ts'
import type { Catalog, Import, Profile } from './oscal-model.ts'
import { findDocument, type NamedDocument, nameOfImport } from './profile-documents.ts'
import { applyModifications } from './profile-modify.ts'
import { type Index, indexCatalog, type ReportMissing, selectControls, withAncestors } from './profile-select.ts'
import { arrangeControls, type Included, type Source } from './profile-structure.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** The supported methods for combining controls. `merge` is not defined for a clash, but harmless without one. */
const methods = new Set(['keep', 'use-first', 'merge'])

/** The maximum number of direct and indirect imports of a profile. */
const maxImports = 200

/** Throws if a profile requests something unsupported. */
const requireSupported = ({ imports = [], merge = {} }: Profile): void => {
  if (imports.length === 0) throw new UnreadableFile('noImports')
  if (imports.some(({ mapping }) => mapping !== undefined)) throw new UnreadableFile('remapped')
  const { method = 'keep' } = merge.combine ?? {}
  if (!methods.has(method)) throw new UnreadableFile('combineUnknown', { method })
}

interface Imported {
  readonly selections: Import
  /** The index of the document, which several imports of a document share. */
  readonly index: Index
}

/** Combines the imported controls. Rejects different controls with the same id unless the method is `use-first`. */
const combineImports = (imports: readonly Imported[], method: string, reportMissing: ReportMissing): Included => {
  const owners = new Map<string, Index>()
  const explicitIds = new Set<string>()
  const sources = new Map<Index, Source>()
  for (const { selections, index } of imports) {
    const selectedIds = selectControls(index, selections, reportMissing)
    const all = withAncestors(index, selections, selectedIds)
    const source = sources.get(index) ?? { catalog: index.catalog, ids: new Set<string>() }
    sources.set(index, source)
    for (const id of index.controls.keys()) {
      if (!all.has(id)) continue
      const owner = owners.get(id) ?? index
      if (owner !== index && method !== 'use-first')
        throw new UnreadableFile(method === 'merge' ? 'combineMerge' : 'clash', { id })
      // A control that is imported twice from the same catalog becomes one clause.
      if (selectedIds.has(id) && explicitIds.has(id) && method === 'keep') reportMissing('repeated', id)
      if (selectedIds.has(id)) explicitIds.add(id)
      owners.set(id, owner)
      if (owner === index) source.ids.add(id)
    }
  }
  const controls = new Map(
    [...owners].flatMap(([id, index]) => {
      const control = index.controls.get(id)
      return control ? [[id, control] as const] : []
    }),
  )
  const parents = new Map(
    [...owners].flatMap(([id, index]) => {
      const parent = index.parents.get(id)
      return parent === undefined ? [] : [[id, parent] as const]
    }),
  )
  return { sources: [...sources.values()], controls, parents }
}

/**
 * Resolves a profile and its imports to a catalog (NIST's specification of profile resolution). Omits metadata and back
 * matter, which clauses do not need. `missing` lists names that the catalogs do not have. Throws {@link UnreadableFile}
 * if a profile requests something unsupported or a missing document.
 */
export const resolveProfile = (
  profile: Profile,
  documents: readonly NamedDocument[],
): { catalog: Catalog; missing: readonly Missing[] } => {
  const missingNames = new Map<Missing['kind'], Set<string>>()
  const reportMissing: ReportMissing = (kind, name) =>
    missingNames.set(kind, (missingNames.get(kind) ?? new Set()).add(name))
  const indexes = new Map<NamedDocument, Index>()
  let count = 0
  const indexDocument = (document: NamedDocument, path: readonly NamedDocument[]): Index => {
    const cached = indexes.get(document)
    if (cached) return cached
    const { catalog, profile: inner, name } = document
    if (path.includes(document)) throw new UnreadableFile('circular', { href: name })
    if (!catalog && !inner) throw new UnreadableFile('extraFileNotCatalog', { file: name })
    const index = indexCatalog(catalog ?? (inner ? resolve(inner, [...path, document]) : {}))
    indexes.set(document, index)
    return index
  }
  const resolve = (one: Profile, path: readonly NamedDocument[]): Catalog => {
    requireSupported(one)
    const { imports = [], merge = {}, modify = {} } = one
    count += imports.length
    if (count > maxImports) throw new UnreadableFile('manyImports', { most: maxImports })
    const imported = imports.map(selections => {
      const href = selections.href ?? ''
      const document = findDocument(one, href, documents, path)
      if (!document) throw new UnreadableFile('importMissing', { href: nameOfImport(one, href) || 'a document' })
      return { selections, index: indexDocument(document, path) }
    })
    const included = combineImports(imported, merge.combine?.method ?? 'keep', reportMissing)
    return applyModifications(arrangeControls(merge, included, reportMissing), modify, reportMissing, included.controls)
  }
  const catalog = resolve(profile, [])
  for (const one of documents) if (!indexes.has(one)) reportMissing('unused', one.name)
  return { catalog, missing: [...missingNames].map(([kind, names]) => ({ kind, names: [...names] })) }
}
