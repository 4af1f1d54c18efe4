import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { type EarlyPage, earlyPages, languages } from './early-pages.ts'

const webFolder = import.meta.dirname

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
 * The frames that a page shows until its scripts run, with the classes of `app/shell.tsx` and `ui/auth-layout.tsx`. The
 * app removes them (`app/early-frame.ts`).
 */
const frames: Readonly<Record<EarlyPage['frame'], (heading: string) => string>> = {
  workspace: heading =>
    `<div class="shell-header"></div><div class="shell-menu"></div><main class="shell-main">${heading}</main>`,
  card: heading =>
    `<main class="early-card"><img src="/icon.svg" width="36" height="36" alt="Probata">${heading}</main>`,
}

/**
 * Writes `early.json`, which the server reads (src/http/early-files.ts): for each page and language the frame to show
 * first, and a `Link` header (RFC 8288) that names the files and data that the page needs first. Browsers then load
 * everything at once instead of one after the other. They open only six connections over HTTP/1.1, so data and large
 * files come first.
 */
export const listEarlyFiles: Plugin = {
  name: 'list-early-files',
  generateBundle(_, bundle) {
    const sizeOf = (file: string): number => {
      const output = bundle[file]
      return output?.type === 'chunk' ? output.code.length : 0
    }
    // Vite replaces the entry with the scripts that it imports.
    const [, ...inDocument] = scriptsOf(bundle, 'index.html')
    const styles = Object.keys(bundle).filter(file => file.endsWith('.css'))
    const linksOf = ({ modules, texts, data }: EarlyPage, language: string): string => {
      const sources = [...modules, ...texts.map(name => `i18n/${language}/${name}.ts`)]
      const scripts = [...new Set([...inDocument, ...sources.flatMap(source => scriptsOf(bundle, source))])]
      const [largest = '', ...others] = scripts.sort((a, b) => sizeOf(b) - sizeOf(a))
      const links = [scriptLink(largest), ...styles.map(styleLink), ...data.map(dataLink), ...others.map(scriptLink)]
      return links.join(', ')
    }
    const rows = earlyPages.map(page => ({
      path: page.path.source,
      languages: Object.fromEntries(
        languages.map(language => {
          const heading = page.title ? `<h1>${page.title[language]}</h1>` : ''
          return [language, { link: linksOf(page, language), frame: frames[page.frame](heading) }]
        }),
      ),
    }))
    this.emitFile({ type: 'asset', fileName: 'early.json', source: JSON.stringify(rows) })
  },
}
