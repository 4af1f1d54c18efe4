/** The page that checks bundles, as one file: no request, no script but its own, the same bytes from the same sources. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const here = join(import.meta.dirname, 'verifier')
const read = (name: string): string => readFileSync(join(here, name), 'utf8')
const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const bundleScript = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    root: here,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      lib: { entry: join(here, 'page.ts'), formats: ['iife'], name: 'verifier' },
    },
  })
  const [result] = Array.isArray(built) ? built : [built]
  const script = result && 'output' in result ? result.output[0] : undefined
  if (!script || !('code' in script)) throw new Error('the verifier page was not built')
  // A script in a page ends at the first `</script`, also within a text.
  return script.code.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')
}

/** Writes `verify.html` into `directory`. */
export const buildVerifier = async (directory: string): Promise<void> => {
  const script = await bundleScript()
  const style = read('page.css').trim()
  const policy = `default-src 'none'; script-src ${source(script)}; style-src ${source(style)}; connect-src 'none'; base-uri 'none'; form-action 'none'`
  const page = read('page.html')
    .replace('__POLICY__', () => policy)
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`)
  writeFileSync(join(directory, 'verify.html'), page)
}
