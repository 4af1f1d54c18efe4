/**
 * Makes the bundle of the server in dist/server unless the current one is there: `npm run build`, and each start that
 * finds none (start.js). The program and the packages that it loads become 60 files instead of 2,500.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { type Plugin, type RolldownOutput, rolldown } from 'rolldown'
import { bundleNames, bundles, digestOf, findBundle, madeOf, root } from './find-bundle.js'

/** The files that run in a process or a thread of their own (`programFile`). */
const entries = ['src/main.ts', 'src/lib/digest-worker.ts']

/** A package that serves its own files, and those that others load only where they are installed. */
const external = ['@scalar/fastify-api-reference', 'pg-cloudflare', 'pg-native', 'supports-color']

/** Besides modules: what decides which packages are installed, and how the bundle is made. */
const further = ['package-lock.json', 'bin/bundle.ts', 'bin/find-bundle.js']

/** Each package.json says what the imports of and from its package mean. */
const packageFileOf = (file: string): string => {
  const folder = dirname(file)
  const own = join(folder, 'package.json')
  return folder === '.' || existsSync(join(root, own)) ? own : packageFileOf(folder)
}

/**
 * An import of `node:http` reads all of its exports, and one of them loads a second HTTP client: 50 ms and 4 MiB. A
 * module that is got from Node reads what is used.
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
  /** What it was made of, relative to the root. */
  readonly files: readonly string[]
}

const bundle = async (): Promise<Bundle> => {
  await using build = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map(entry => [basename(entry, '.ts'), entry])),
    platform: 'node',
    external,
    plugins: [withoutSecondClient],
    // As Node strips types: nothing that is written is left out.
    tsconfig: false,
    transform: { typescript: { onlyRemoveTypeImports: true } },
    logLevel: 'warn',
  })
  const { output } = await build.generate({
    // Nothing is written there; source maps name sources as seen from it.
    dir: join(bundles, 'name'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Errors are logged by the names of their classes.
    keepNames: true,
  })
  const read = (await build.watchFiles).filter(isAbsolute).map(file => relative(root, file))
  return { output, files: [...new Set([...read, ...read.map(packageFileOf), ...further])].sort() }
}

const changedSince = (files: readonly string[], time: number): boolean =>
  files.some(file => statSync(join(root, file)).ctimeMs >= time)

/** Of files that did not change while they were read. */
const bundleOfOneState = async (attempts = 3): Promise<Bundle> => {
  const since = Date.now()
  const made = await bundle()
  if (!changedSince(made.files, since)) return made
  if (attempts === 1) throw new Error('the sources change while they are bundled')
  return bundleOfOneState(attempts - 1)
}

/** On the disk when it resolves: a power cut leaves a whole bundle or none under its name. */
const write = async (file: string, content: string | Uint8Array): Promise<void> => {
  await using handle = await open(file, 'wx', 0o644)
  await handle.writeFile(content)
  await handle.sync()
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST'].includes(String(error.code))

/** Another process that made the same one at the same time may be first. */
const publish = async ({ output, files }: Bundle): Promise<void> => {
  await mkdir(bundles, { recursive: true })
  const fresh = join(bundles, `new-${randomUUID()}`)
  await mkdir(fresh)
  try {
    const parts = output.map(part => write(join(fresh, part.fileName), part.type === 'chunk' ? part.code : part.source))
    await Promise.all([...parts, write(join(fresh, 'made-of.json'), madeOf(files))])
    await rename(fresh, join(bundles, digestOf(files)))
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (!isTaken(error)) throw error
  }
}

/** A server that runs may still load parts of an older bundle. */
const kept = 3
const hour = 3_600_000

const removeOld = async (): Promise<void> => {
  const remove = (name: string) => rm(join(bundles, name), { recursive: true, force: true })
  for (const name of bundleNames().slice(kept)) await remove(name)
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
