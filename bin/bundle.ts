/**
 * Builds the server's bundle in dist/server unless a current one exists. Run by `npm run build`, and by start.js if
 * it finds no bundle. Reduces the program and its packages from 2,500 files to 60.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { type Plugin, type RolldownOutput, rolldown } from 'rolldown'
import { bundleNames, bundles, describeInputs, digestOf, findBundle, root } from './find-bundle.js'

/** The files that run in a separate process or thread (`programFile`). */
const entries = ['src/main.ts', 'src/lib/digest-worker.ts', 'src/lib/periods/holiday-worker.ts']

/** A package that serves its own files, and packages that others load only if they are installed. */
const external = ['@scalar/fastify-api-reference', 'pg-cloudflare', 'pg-native', 'supports-color']

/** Files other than modules that determine the installed packages and the build of the bundle. */
const otherInputs = ['package-lock.json', 'bin/bundle.ts', 'bin/find-bundle.js']

/** Finds the package.json that applies to a file, which determines how imports in its package are resolved. */
const packageFileOf = (file: string): string => {
  const folder = dirname(file)
  const ownFile = join(folder, 'package.json')
  return folder === '.' || existsSync(join(root, ownFile)) ? ownFile : packageFileOf(folder)
}

/**
 * Importing `node:http` reads all its exports, one of which loads a second HTTP client (50 ms, 4 MiB).
 * `getBuiltinModule` reads only the exports in use.
 */
const withoutSecondClient: Plugin = {
  name: 'without-second-client',
  resolveId: { filter: { id: /^node:http$/ }, handler: id => ({ id: `\0${id}` }) },
  load: {
    filter: { id: /^\0node:http$/ },
    handler: () => 'module.exports = process.getBuiltinModule("node:http")',
  },
}

interface Bundle {
  readonly output: RolldownOutput['output']
  /** The files read for the bundle, relative to the root. */
  readonly files: readonly string[]
}

const buildBundle = async (): Promise<Bundle> => {
  await using build = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map(entry => [basename(entry, '.ts'), entry])),
    platform: 'node',
    external,
    plugins: [withoutSecondClient],
    // Like Node's type stripping: keeps every import except type imports.
    tsconfig: false,
    transform: { typescript: { onlyRemoveTypeImports: true } },
    logLevel: 'warn',
  })
  const { output } = await build.generate({
    // No file is written there; source maps contain paths relative to it.
    dir: join(bundles, 'name'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Errors are logged with the names of their classes.
    keepNames: true,
  })
  const read = (await build.watchFiles).filter(isAbsolute).map(file => relative(root, file))
  return { output, files: [...new Set([...read, ...read.map(packageFileOf), ...otherInputs])].sort() }
}

const changedSince = (files: readonly string[], time: number): boolean =>
  files.some(file => statSync(join(root, file)).ctimeMs >= time)

/** Builds a bundle from files that did not change while they were read. */
const bundleOfOneState = async (attempts = 3): Promise<Bundle> => {
  const since = Date.now()
  const result = await buildBundle()
  if (!changedSince(result.files, since)) return result
  if (attempts === 1) throw new Error('the sources changed while they were bundled')
  return bundleOfOneState(attempts - 1)
}

/** Writes and syncs a file, so that after a power failure a bundle is complete or does not exist under its name. */
const write = async (file: string, content: string | Uint8Array): Promise<void> => {
  await using handle = await open(file, 'wx', 0o644)
  await handle.writeFile(content)
  await handle.sync()
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST'].includes(String(error.code))

/** Moves a bundle to its final folder. Another process may have published the same bundle first. */
const publish = async ({ output, files }: Bundle): Promise<void> => {
  await mkdir(bundles, { recursive: true })
  const newFolder = join(bundles, `new-${randomUUID()}`)
  await mkdir(newFolder)
  try {
    const parts = output.map(part =>
      write(join(newFolder, part.fileName), part.type === 'chunk' ? part.code : part.source),
    )
    await Promise.all([...parts, write(join(newFolder, 'made-of.json'), describeInputs(files))])
    await rename(newFolder, join(bundles, digestOf(files)))
  } catch (error) {
    await rm(newFolder, { recursive: true, force: true })
    if (!isTaken(error)) throw error
  }
}

/** The number of bundles to keep: a running server may still load parts of an older bundle. */
const maxBundles = 3
const hour = 3_600_000

const removeOld = async (): Promise<void> => {
  const remove = (name: string) => rm(join(bundles, name), { recursive: true, force: true })
  for (const name of bundleNames().slice(maxBundles)) await remove(name)
  for (const name of await readdir(bundles)) {
    if (!name.startsWith('new-')) continue
    const { mtimeMs } = await stat(join(bundles, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > hour) await remove(name)
  }
}

if (!findBundle()) {
  await publish(await bundleOfOneState())
  await removeOld()
}
