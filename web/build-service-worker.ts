/** Builds the service worker, with the list of the built files that it keeps. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const entry = join(import.meta.dirname, 'service-worker', 'worker.ts')

/** Excludes the preview frame: it has no origin, so no service worker handles its requests. */
const isKept = (name: string): boolean => !/\.(br|gz|map)$/.test(name) && !/^preview-/.test(name)

/** Writes `service-worker.js` into `directory`, which contains the built app. */
export const buildServiceWorker = async (directory: string): Promise<void> => {
  const files = readdirSync(join(directory, 'assets'))
    .filter(isKept)
    .toSorted()
    .map(name => `/assets/${name}`)
  const page = readFileSync(join(directory, 'index.html'), 'utf8')
  const [, main] = /src="(\/assets\/start-[\w-]+\.js)"/.exec(page) ?? []
  if (!main) throw new Error('the page has no main script')
  const digest = createHash('sha256').update(page).update(files.join()).digest('base64url').slice(0, 16)
  const output = await build({
    configFile: false,
    root: join(import.meta.dirname, 'service-worker'),
    publicDir: false,
    logLevel: 'warn',
    define: { __FILES__: JSON.stringify(files), __BUILD__: JSON.stringify(digest), __MAIN__: JSON.stringify(main) },
    build: { write: false, minify: true, target: 'es2023', lib: { entry, formats: ['iife'], name: 'worker' } },
  })
  const [result] = Array.isArray(output) ? output : [output]
  const [script] = result && 'output' in result ? result.output : []
  if (!script || !('code' in script)) throw new Error('the service worker has no code')
  writeFileSync(join(directory, 'service-worker.js'), script.code)
}
