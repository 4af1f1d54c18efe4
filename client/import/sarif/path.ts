/** Parses paths and file URIs of any system as text, without access to the file system. */

export interface ParsedPath {
  /** `opaque` is anything without folders, such as `pkg:`, `https:` or an image. */
  readonly kind: 'absolute' | 'relative' | 'opaque'
  readonly path: string
}

const tryDecode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Normalizes a path: `a/./b/../c` becomes `a/c`; leading `..` of a relative path stay. */
export const normalize = (path: string): string => {
  const [, start = '', rest = ''] = /^(\/{0,2}|[A-Za-z]:\/)([\s\S]*)$/.exec(path) ?? []
  const parts: string[] = []
  for (const part of rest.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '..' || start === '') parts.push(part)
  }
  return start + parts.join('/')
}

const drive = /^[A-Za-z]:[\\/]/

const windowsPath = (path: string): string => {
  const slashed = path.replaceAll('\\', '/')
  return normalize(slashed.charAt(0).toUpperCase() + slashed.slice(1))
}

const fileUriPath = (uri: string): string => {
  const path = tryDecode(uri.slice('file:'.length)).replaceAll('\\', '/')
  const local = path.replace(/^\/{3,}/, '/').replace(/^\/\/localhost\//i, '/')
  return drive.test(local.slice(1)) && local.startsWith('/') ? windowsPath(local.slice(1)) : normalize(local)
}

export const parsePath = (uri: string): ParsedPath => {
  if (drive.test(uri)) return { kind: 'absolute', path: windowsPath(uri) }
  if (uri.startsWith('\\\\')) return { kind: 'absolute', path: normalize(uri.replaceAll('\\', '/')) }
  if (/^file:/i.test(uri)) {
    const path = fileUriPath(uri)
    return { kind: /^(\/|[A-Za-z]:\/)/.test(path) ? 'absolute' : 'relative', path }
  }
  if (/^[a-z][a-z\d+.-]+:/i.test(uri)) return { kind: 'opaque', path: uri }
  const path = normalize(tryDecode(uri).replaceAll('\\', '/'))
  return { kind: path.startsWith('/') ? 'absolute' : 'relative', path }
}

/** Converts a path for comparison, because Windows ignores case. */
const comparable = (path: string): string => (/^[A-Za-z]:/.test(path) ? path.toLowerCase() : path)

const withTrailingSlash = (path: string): string => (path.endsWith('/') ? path : `${path}/`)

/** Returns the path relative to a folder, `''` for the folder itself; undefined for a path outside it. */
export const pathBelow = (path: string, folder: string): string | undefined => {
  const prefix = withTrailingSlash(folder)
  if (comparable(withTrailingSlash(path)) === comparable(prefix)) return ''
  return comparable(path).startsWith(comparable(prefix)) ? path.slice(prefix.length) : undefined
}

/**
 * The folder that paths in several folders have in common, ending in a slash. Undefined if all paths are in the same
 * folder, or have only the root in common.
 */
export const commonFolder = (paths: readonly string[]): string | undefined => {
  const folders = new Set(paths.map(path => path.slice(0, path.lastIndexOf('/') + 1)))
  if (folders.size < 2) return undefined
  const [first = [], ...others] = [...folders].map(folder => folder.split('/').slice(0, -1))
  const differs = (part: string, i: number) => others.some(other => other[i] !== part)
  const end = first.findIndex(differs)
  const shared = end < 0 ? first : first.slice(0, end)
  return shared.filter(part => part !== '').length > 0 ? `${shared.join('/')}/` : undefined
}
