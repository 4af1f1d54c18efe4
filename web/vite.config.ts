import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = import.meta.dirname

/** A placeholder that the server replaces in each page (src/http/web-app.ts). */
const cspNonce = '__CSP_NONCE__'

/** The fields that are searched, and what of Mantine they alone are made of. */
const choosing =
  /[\\/]web[\\/]family[\\/](choos|filter-bar)|@mantine[\\/]core[\\/].*[\\/](Combobox|MultiSelect|Select|Pill|PillsInput)[\\/]/

/** How records are found by a text: by those fields, and by the palette on every page. */
const choices = /[\\/]web[\\/]family[\\/]choices\.ts$/

/** The modules that show and change records: the sign-in page needs none of them. */
const records =
  /[\\/]web[\\/](api[\\/](enums|fields)|ui[\\/](action-dialog|audit-event|audit-table|changed-meanwhile|draft|sealed-draft|draft-note|erase-words|history|recent-audit|record-table|records|status))\.tsx?$/

const later = new RegExp(`${choosing.source}|${records.source}`)

const but = (left: RegExp, taken: RegExp) => (id: string) => taken.test(id) && !left.test(id)

const shownText = join(here, 'app', 'shown-text.ts')

/** Everything is drawn through `shown-text.ts`, also what libraries draw. */
const drawnAsShown: Plugin = {
  name: 'drawn-as-shown',
  enforce: 'pre',
  resolveId: (source, importer) => (source === 'react/jsx-runtime' && importer !== shownText ? shownText : undefined),
}

export default defineConfig({
  root: here,
  plugins: [drawnAsShown, react()],
  html: { cspNonce },
  build: {
    outDir: join(here, '..', 'dist', 'web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // pdf.js is 1.6 MB; the preview's frame alone loads it.
    chunkSizeWarningLimit: 1800,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [join(here, 'index.html'), join(here, 'preview.html')],
      // Code shared by several pages goes into a few files: by default there would be some ninety, over six
      // connections.
      output: {
        codeSplitting: {
          groups: [
            { name: 'choices', test: choices, includeDependenciesRecursively: false },
            { name: 'libraries', test: but(choosing, /[\\/]node_modules[\\/]/), minShareCount: 10 },
            { name: 'shared', test: but(later, /[\\/]web[\\/](app|api|ui)[\\/]/), minShareCount: 3 },
            { name: 'records', test: records },
            // Neither the sign-in page nor home has anything to choose from.
            { name: 'choose', test: choosing },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  // `npm run web`: pages from source, with a server that runs next to it.
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/docs': 'http://127.0.0.1:8080' } },
})
