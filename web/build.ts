/**
 * `npm run build`: writes the files that browsers load to dist/web, each also compressed (brotli, gzip). Does nothing
 * if the sources have not changed. `npm start`, `npm run demo` and `npm test` run it too.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const out = join(root, 'dist', 'web')
const digestFile = join(out, '.made-of')

const digestSources = (): string => {
  const files = globSync(['web/**/*', 'client/{import,verify}/**/*'], { cwd: root, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.endsWith('.d.ts'))
    .map(entry => join(entry.parentPath, entry.name))
  const hash = createHash('sha256')
  for (const file of [...files, join(root, 'package-lock.json')].sort())
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

/** Text shrinks to a quarter. Brotli 11 takes two seconds for all files, once per build. */
const compress = (): void => {
  for (const name of globSync('**/*.{js,mjs,css,svg}', { cwd: out })) {
    const text = readFileSync(join(out, name))
    if (text.length < 1024) continue
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
    writeFileSync(join(out, `${name}.br`), brotliCompressSync(text, { params }))
    writeFileSync(join(out, `${name}.gz`), gzipSync(text, { level: 9 }))
  }
}

/** Whether dist/web was built from the current sources. */
const isBuilt = (digest: string): boolean => existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest

/** Builds the web app unless it is up to date. Throws Vite's errors. */
export const buildWeb = async (digest = digestSources()): Promise<void> => {
  if (isBuilt(digest)) return
  const { build } = await import('vite')
  const configFile = join(import.meta.dirname, 'vite.config.ts')
  await build({ configFile, logLevel: 'warn' })
  await build({ configFile, logLevel: 'warn', mode: 'preview-frame' })
  const { buildVerifier, buildVerifyCommand } = await import('./build-verifier.ts')
  await buildVerifier(out)
  await buildVerifyCommand(out)
  compress()
  const { buildServiceWorker } = await import('./build-service-worker.ts')
  await buildServiceWorker(out)
  writeFileSync(digestFile, digest)
}

const { stderr } = process

/** Progress for a terminal: one line that counts the seconds. */
const showSeconds = (): Disposable => {
  const startedAt = performance.now()
  const show = (end: string) =>
    stderr.write(`\rBuilding the web app, once: ${Math.round((performance.now() - startedAt) / 1000)} s${end}`)
  show(' …')
  const timer = setInterval(show, 1000, ' …')
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer)
      show('.  \n')
    },
  }
}

/** Progress for a log: one line at the start and one at the end, in the server's log format. */
const logSteps = (): Disposable => {
  const startedAt = performance.now()
  const log = (event: string, fields: object) =>
    stderr.write(
      `${JSON.stringify({ level: 'info', time: new Date().toISOString(), pid: process.pid, event, ...fields })}\n`,
    )
  log('web_app_building', { msg: 'takes a few seconds, only after its sources have changed' })
  return { [Symbol.dispose]: () => log('web_app_built', { ms: Math.round(performance.now() - startedAt) }) }
}

/** Builds in a worker: this thread stays free to show progress, and Vite has no terminal to draw on. */
const buildInWorker = async (): Promise<void> => {
  const digest = digestSources()
  if (isBuilt(digest)) return
  using _ = stderr.isTTY ? showSeconds() : logSteps()
  await once(new Worker(import.meta.filename, { workerData: digest }), 'exit')
}

if (!isMainThread) await buildWeb(workerData)
else if (import.meta.main) await buildInWorker()
