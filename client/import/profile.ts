import type { Missing } from './clauses.ts'
import type { Catalog, Import, Profile } from './oscal-model.ts'
import { findDocument, type NamedDocument, nameOfImport } from './profile-documents.ts'
import { applyModifications } from './profile-modify.ts'
import { type Index, indexCatalog, type ReportMissing, selectControls, withAncestors } from './profile-select.ts'
import { arrangeControls, type Included, type Source } from './profile-structure.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** The methods for combining controls; `merge` is deprecated and undefined, but harmless without a clash. */
const methods = new Set(['keep', 'use-first', 'merge'])

/** The maximum number of direct and indirect imports of a profile. */
const maxImports = 200

/** Verifies that everything a profile requests is supported; rejects anything else instead of guessing. */
const requireSupported = ({ imports = [], merge = {} }: Profile): void => {
  if (imports.length === 0) throw new UnreadableFile('noImports')
  if (imports.some(({ mapping }) => mapping !== undefined)) throw new UnreadableFile('remapped')
  const { method = 'keep' } = merge.combine ?? {}
  if (!methods.has(method)) throw new UnreadableFile('combineUnknown', { method })
}

interface Imported {
  readonly selections: Import
  /** The index of the document: the same object if a document is imported several times. */
  readonly index: Index
}

/** The included controls. Different controls with the same id are rejected, unless the method is `use-first`. */
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
      // The same control of the same catalog becomes one clause.
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
 * The catalog that results from a profile and its imports, by NIST's specification of profile resolution; metadata and
 * back matter, which clauses do not have, are omitted. `missing` lists the names that the catalogs lack. Throws
 * {@link UnreadableFile} if a profile requests something unsupported or a missing document.
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
