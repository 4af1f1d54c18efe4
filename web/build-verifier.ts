/**
 * Builds the two bundle verifiers, each as one self-contained file and reproducible from its sources: the page, and the
 * command for Node 20 and newer.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const folder = join(import.meta.dirname, 'verifier')
const readSource = (name: string): string => readFileSync(join(folder, name), 'utf8')
const cspHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Returns the code of the only output file. Throws if the build made no file or several. */
const soleScript = (output: Awaited<ReturnType<typeof build>>): string => {
  const [result] = Array.isArray(output) ? output : [output]
  const [script, ...others] = result && 'output' in result ? result.output : []
  if (!script || !('code' in script) || others.length > 0) throw new Error('the verifier is not one file')
  return script.code.trim()
}

const bundleScript = async (): Promise<string> => {
  const output = await build({
    configFile: false,
    root: folder,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      lib: { entry: join(folder, 'page.ts'), formats: ['iife'], name: 'verifier' },
    },
  })
  // HTML ends a script at the first `</script`, even inside a string.
  return soleScript(output).replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')
}

/** Writes `verify.html` into `directory`. */
export const buildVerifier = async (directory: string): Promise<void> => {
  const script = await bundleScript()
  const style = readSource('page.css').trim()
  const policy = `default-src 'none'; script-src ${cspHash(script)}; style-src ${cspHash(style)}; connect-src 'none'; base-uri 'none'; form-action 'none'`
  const page = readSource('page.html')
    .replace('__POLICY__', () => policy)
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`)
  writeFileSync(join(directory, 'verify.html'), page)
}

const commandName = 'probata-verify.mjs'

/** Writes `probata-verify.mjs` into `directory`, with its digest in the format of `sha256sum --check`. */
export const buildVerifyCommand = async (directory: string): Promise<void> => {
  const output = await build({
    configFile: false,
    root: join(import.meta.dirname, '..', 'client', 'verify'),
    publicDir: false,
    logLevel: 'warn',
    // Bundles every dependency; only Node's own modules are imported.
    ssr: { noExternal: true, target: 'node' },
    build: {
      write: false,
      minify: true,
      target: 'node20',
      ssr: join(import.meta.dirname, '..', 'client', 'verify', 'main.ts'),
      rolldownOptions: { output: { format: 'es', codeSplitting: false } },
    },
  })
  const code = `${soleScript(output)}\n`
  writeFileSync(join(directory, commandName), code)
  writeFileSync(
    join(directory, `${commandName}.sha256`),
    `${createHash('sha256').update(code).digest('hex')}  ${commandName}\n`,
  )
}
