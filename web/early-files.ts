import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const webFolder = import.meta.dirname
const languages = ['en', 'de'] as const

interface EarlyPage {
  /** Matches the paths of pages. The first match counts. */
  readonly path: RegExp
  /** The modules of pages and their frame, loaded after the document's own files. */
  readonly modules: readonly string[]
  /** The files of texts, in `i18n/LANGUAGE`. */
  readonly texts: readonly string[]
  /** What the page asks the server first. */
  readonly data?: readonly string[]
}

const shell = 'app/shell.tsx'
const session = '/api/workspace/session'

/** The pages that people open first, then all others in a session. */
const pages: readonly EarlyPage[] = [
  { path: /^\/sign-in$/, modules: ['pages/account/sign-in.tsx'], texts: ['first', 'account'] },
  { path: /^\/$/, modules: [shell, 'pages/home/home.tsx'], texts: ['first'], data: [session] },
  {
    path: /^\/evidence\/claims$/,
    modules: [shell, 'pages/evidence/claims.tsx'],
    texts: ['first', 'evidence'],
    data: [session],
  },
  { path: /^\/(?!(sign-in|setup|invitation|forgot|room)(\/|$))/, modules: [shell], texts: ['first'], data: [session] },
]

/** A script and the scripts that it imports. */
const withImports = (bundle: Rolldown.OutputBundle, file: string): string[] => {
  const output = bundle[file]
  return output?.type === 'chunk' ? [file, ...output.imports.flatMap(name => withImports(bundle, name))] : []
}

const isEntry = (output: Rolldown.OutputAsset | Rolldown.OutputChunk, module: string): boolean =>
  output.type === 'chunk' && output.facadeModuleId === join(webFolder, module)

/** The scripts that load when the app imports a module dynamically. */
const scriptsOf = (bundle: Rolldown.OutputBundle, module: string): string[] => {
  const entry = Object.values(bundle).find(output => isEntry(output, module))
  if (!entry) throw new Error(`${module} is not loaded on its own`)
  return withImports(bundle, entry.fileName)
}

const link = (path: string, rel: string): string => `<${path}>; rel=${rel}`
const scriptLink = (file: string): string => link(`/${file}`, 'modulepreload')
const styleLink = (file: string): string => link(`/${file}`, 'preload; as=style; crossorigin')
const dataLink = (path: string): string => link(path, 'preload; as=fetch; crossorigin')

/**
 * Writes `early.json`: for each page and language a `Link` header (RFC 8288) that names the files and data that the page
 * needs first. The server sends it (src/http/early-files.ts), and browsers load everything at once instead of one after
 * the other. They open only six connections over HTTP/1.1, so data and large files come first.
 */
export const listEarlyFiles: Plugin = {
  name: 'list-early-files',
  generateBundle(_, bundle) {
    const sizeOf = (file: string): number => {
      const output = bundle[file]
      return output?.type === 'chunk' ? output.code.length : 0
    }
    // Vite replaces the entry by the scripts that it imports.
    const [, ...inDocument] = scriptsOf(bundle, 'index.html')
    const styles = Object.keys(bundle).filter(file => file.endsWith('.css'))
    const linksOf = ({ modules, texts, data = [] }: EarlyPage, language: string): string => {
      const sources = [...modules, ...texts.map(name => `i18n/${language}/${name}.ts`)]
      const scripts = [...new Set([...inDocument, ...sources.flatMap(source => scriptsOf(bundle, source))])]
      const [largest = '', ...others] = scripts.sort((a, b) => sizeOf(b) - sizeOf(a))
      const links = [scriptLink(largest), ...styles.map(styleLink), ...data.map(dataLink), ...others.map(scriptLink)]
      return links.join(', ')
    }
    const rows = pages.map(page => ({
      path: page.path.source,
      links: Object.fromEntries(languages.map(language => [language, linksOf(page, language)])),
    }))
    this.emitFile({ type: 'asset', fileName: 'early.json', source: JSON.stringify(rows) })
  },
}
