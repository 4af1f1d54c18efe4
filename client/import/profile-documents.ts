/** Finds the documents that a profile imports among the files chosen with it. */
import type { OscalFile, Profile } from './oscal-model.ts'

/** A catalog or profile that was chosen with a profile, and its file name. */
export interface NamedDocument extends OscalFile {
  readonly name: string
}

/**
 * Returns the file name in a reference, without its extension, because publishers refer to the XML version of documents
 * that also exist as JSON and YAML.
 */
const stem = (href: string): string => {
  const path = href.split(/[?#]/, 1)[0] ?? ''
  const last = path.split(/[\\/]/).at(-1) ?? ''
  try {
    return decodeURIComponent(last)
      .replace(/\.(json|ya?ml|xml)$/i, '')
      .toLowerCase()
  } catch {
    return last.toLowerCase()
  }
}

const uuidOf = ({ catalog, profile }: OscalFile): string | undefined => (catalog ?? profile)?.uuid

/** Resolves a reference: to itself, or to the links of a resource in the profile's back matter. */
const targetsOf = (profile: Profile, href: string): string[] => {
  if (!href.startsWith('#')) return [href]
  const id = href.slice(1).toLowerCase()
  const resource = profile['back-matter']?.resources?.find(({ uuid }) => uuid?.toLowerCase() === id)
  return (resource?.rlinks ?? []).flatMap(({ href: target }) => target ?? [])
}

/** Returns the name of a reference for messages. */
export const nameOfImport = (profile: Profile, href: string): string =>
  (targetsOf(profile, href)[0] ?? href).slice(0, 200)

/** Finds the imported document: by file name, by identifier, or as the only candidate that remains. */
export const findDocument = (
  profile: Profile,
  href: string,
  documents: readonly NamedDocument[],
  /** The profiles that import this one, directly or indirectly; they are not candidates. */
  path: readonly NamedDocument[],
): NamedDocument | undefined => {
  const names = new Set(targetsOf(profile, href).map(stem))
  const byName = documents.filter(({ name }) => names.has(stem(name)))
  if (byName.length === 1) return byName[0]
  const id = href.replace(/^#/, '').toLowerCase()
  const byId = documents.filter(one => uuidOf(one)?.toLowerCase() === id)
  if (byId.length === 1) return byId[0]
  const imports = new Set((profile.imports ?? []).map(one => one.href ?? ''))
  const [only, ...others] = documents.filter(one => !path.includes(one))
  return imports.size === 1 && others.length === 0 ? only : undefined
}
