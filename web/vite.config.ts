import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { listEarlyFiles } from './early-files.ts'
import { leaveOutUnusedStyles } from './unused-styles.ts'

const webFolder = import.meta.dirname

/** A placeholder that the server replaces in each page (src/http/web-app.ts). */
const cspNonce = '__CSP_NONCE__'

/** The searchable select fields, and the Mantine components that only they use. */
const selectFields =
  /[\\/]web[\\/]family[\\/](choos|filter-fields)|@mantine[\\/]core[\\/].*[\\/](Combobox|MultiSelect|Select|Pill|PillsInput)[\\/]/

/** Record search, used by those fields and by the command palette on every page. */
const recordSearch = /[\\/]web[\\/]family[\\/]choices\.ts$/

/** Modules that show and change records. The sign-in page needs none of them. */
const recordModules =
  /[\\/]web[\\/](api[\\/](acts?|actions|enums|fields|reasons)|ui[\\/](act|action-dialog|audit-.*|changed-meanwhile|data-table|draft|sealed-draft|draft-note|erase-words|history|moment-field|number-field|print-.*|printed-part|reason-field|recent-audit|record-table|records|snapshot-field|status|use-reason))\.tsx?$/

const lazyModules = new RegExp(`${selectFields.source}|${recordModules.source}`)

/** Drafts are encrypted with `@noble`, and only pages of records have drafts. */
const lazyLibraries = new RegExp(`${selectFields.source}|@noble[\\\\/]`)

/** The modules that the document starts with, and small parts that both the sign-in page and the workspace use. */
const startModules =
  /[\\/]web[\\/](main\.tsx|index\.html)|@mantine[\\/].*[\\/](Paper|Center|Divider|use-uncontrolled|use-resolved-styles-api)[\\/]/

const matchExcept = (excluded: RegExp, included: RegExp) => (id: string) => included.test(id) && !excluded.test(id)

const jsxRuntime = join(webFolder, 'app', 'shown-text.ts')

/** Renders all JSX through `shown-text.ts`, including the JSX of libraries. */
const wrapJsxRuntime: Plugin = {
  name: 'wrap-jsx-runtime',
  enforce: 'pre',
  resolveId: (source, importer) => (source === 'react/jsx-runtime' && importer !== jsxRuntime ? jsxRuntime : undefined),
}

/**
 * Tables scroll natively (`type="native"`), but Mantine's table also imports its own scroll bars, which import the
 * library that positions menus: 35 kB for pages that use neither.
 */
const leaveOutTableScrollBars: Plugin = {
  name: 'leave-out-table-scroll-bars',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/ScrollArea/ScrollArea.mjs') && importer?.endsWith('TableScrollContainer.mjs')
      ? join(webFolder, 'app', 'table-scroll-bars.ts')
      : undefined,
}

/** Loads the Latin letters of Inter together with the page, instead of after its styles. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {}, path }) => {
      const font = Object.keys(bundle).find(file => /inter-latin-wght-[^/]*\.woff2$/.test(file))
      if (!font || !path.endsWith('index.html')) return []
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }
      return [{ tag: 'link', attrs, injectTo: 'head' as const }]
    },
  },
}

/**
 * Code shared by several pages goes into a few files: the default is about ninety, and browsers open only six
 * connections. The first groups are the files of the pages that people open first.
 */
const groups = [
  { name: 'start', test: startModules },
  { name: 'sign-in', test: /[\\/]web[\\/]pages[\\/]account[\\/]sign-in(-form)?\.tsx$/ },
  // The frame of the workspace, with the parts that most pages have.
  {
    name: 'shell',
    test: /[\\/]web[\\/](app[\\/]shell|ui[\\/](after-idle|data-table|record-table|records|status))\.tsx$/,
  },
  { name: 'home', test: /[\\/]web[\\/]pages[\\/]home[\\/]home\.tsx$/ },
  { name: 'claims', test: /[\\/]web[\\/]pages[\\/]evidence[\\/]claims\.tsx$/ },
  { name: 'enums', test: /[\\/]web[\\/]api[\\/]enums\.ts$/ },
  { name: 'choices', test: recordSearch, includeDependenciesRecursively: false },
  { name: 'libraries', test: matchExcept(lazyLibraries, /[\\/]node_modules[\\/]/), minShareCount: 10 },
  { name: 'shared', test: matchExcept(lazyModules, /[\\/]web[\\/](app|api|ui)[\\/]/), minShareCount: 3 },
  { name: 'records', test: recordModules },
  { name: 'choose', test: selectFields },
]

const sharedFiles = new RegExp(`/(${groups.map(({ name }) => name).join('|')})-`)

/** The mode that builds the frame of previews. It shares no file with the app, which must not run in the frame. */
const previewMode = 'preview-frame'

const app = { input: join(webFolder, 'index.html'), output: { codeSplitting: { groups } } }
const previewFrame = { input: join(webFolder, 'preview.html') }

export default defineConfig(({ mode }) => ({
  root: webFolder,
  plugins: [
    wrapJsxRuntime,
    leaveOutTableScrollBars,
    react(),
    preloadFont,
    leaveOutUnusedStyles,
    ...(mode === previewMode ? [] : [listEarlyFiles]),
  ],
  html: { cspNonce },
  build: {
    outDir: join(webFolder, '..', 'dist', 'web'),
    emptyOutDir: mode !== previewMode,
    assetsInlineLimit: 0,
    // pdf.js is 1.6 MB; only the preview frame loads it.
    chunkSizeWarningLimit: 1800,
    // A page preloads only the shared files: the names of all others would add 5 kB to the start.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter(file => sharedFiles.test(file)),
    },
    rolldownOptions: mode === previewMode ? previewFrame : app,
  },
  worker: { format: 'es' },
  // `npm run web` serves the pages from source, alongside a running server.
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/docs': 'http://127.0.0.1:8080' } },
}))
