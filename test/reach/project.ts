/** The sources of the repository as a graph of imports. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { isSource } from './rules.ts'
import { readSource, type Source } from './units.ts'

/** Sources by path. Tests pass a small map. */
export interface Project {
  readonly files: readonly string[]
  /** Undefined if the file does not exist. */
  text(file: string): string | undefined
}

export const projectIn = (root: string): Project => {
  const texts = new Map<string, string | undefined>()
  const read = (file: string) => {
    const path = join(root, file)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }
  return {
    files: globSync('{src,client,bin,bench,demo,test,web}/**/*.{ts,js,mjs}', {
      cwd: root,
      exclude: ['**/node_modules/**', '**/dist/**'],
    })
      .filter(isSource)
      .sort(),
    text(file) {
      if (!texts.has(file)) texts.set(file, read(file))
      return texts.get(file)
    },
  }
}

/** The file that a specifier names, relative to the repository. Undefined for a package. */
const resolve = (from: string, specifier: string): string | undefined => {
  // `imports` of package.json: the folders of src, and its sibling folders.
  const [, alias = '', rest = ''] = /^#([a-z]+)\/(.*)$/.exec(specifier) ?? []
  if (alias) return /^(api|db|jobs|lib)$/.test(alias) ? `src/${alias}/${rest}` : `${alias}/${rest}`
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : undefined
}

const literal = /(['"])((?:#|\.{1,2}\/)?[\w@./-]+\.(?:ts|js|mjs))\1/g

/** Modules that a file imports, or names in a text, as files that start a process or a thread do. */
const filesNamedIn = (file: string, text: string, exists: (path: string) => boolean): string[] => {
  const code = text.replace(/^\s*(import|export) type [^\n]*$/gm, '')
  return Array.from(code.matchAll(literal), ([, , specifier = '']) => {
    const sibling = normalize(join(dirname(file), specifier))
    return [resolve(file, specifier), specifier, sibling].find(path => path !== undefined && exists(path)) ?? ''
  }).filter(Boolean)
}

export interface Importer {
  readonly file: string
  /** The name that the other file exports. */
  readonly local: string
  readonly isReexport: boolean
}

export interface Graph {
  source(file: string): Source | undefined
  /** Files that refer to a file by an import or in a text. */
  namedBy(file: string): readonly string[]
  /** Sources that contain a text. */
  mentioning(text: string): readonly string[]
  /** Imports of a name from a file. */
  importersOf(file: string, name: string): readonly Importer[]
  /** Files that lead to a file through any number of imports. */
  leadingTo(file: string): ReadonlySet<string>
}

export const graphOf = (project: Project): Graph => {
  const knownFiles = new Set(project.files)
  const sources = new Map<string, Source | undefined>()
  let importersByFile: Map<string, string[]> | undefined

  const reverseImports = (): Map<string, string[]> => {
    const importers = new Map<string, string[]>()
    for (const file of project.files)
      for (const namedFile of new Set(filesNamedIn(file, project.text(file) ?? '', path => knownFiles.has(path))))
        importers.set(namedFile, [...(importers.get(namedFile) ?? []), file])
    return importers
  }
  const namedBy = (file: string): readonly string[] => {
    importersByFile ??= reverseImports()
    return importersByFile.get(file) ?? []
  }
  const source = (file: string): Source | undefined => {
    const text = project.text(file)
    if (!sources.has(file)) sources.set(file, text === undefined ? undefined : readSource(file, text))
    return sources.get(file)
  }
  return {
    source,
    namedBy,
    mentioning: text => project.files.filter(file => project.text(file)?.includes(text)),
    importersOf: (file, name) =>
      namedBy(file).flatMap(importer =>
        (source(importer)?.links ?? [])
          .filter(link => resolve(importer, link.specifier) === file && (link.name === name || link.name === '*'))
          .map(({ local, isReexport }) => ({ file: importer, local: local === '*' ? name : local, isReexport })),
      ),
    leadingTo(file) {
      const leading = new Set<string>()
      const open = [file]
      for (let next = open.pop(); next !== undefined; next = open.pop())
        for (const importer of namedBy(next)) {
          if (leading.has(importer)) continue
          leading.add(importer)
          open.push(importer)
        }
      return leading
    },
  }
}
