/**
 * `npm run build`: makes dist/web, what browsers load, with each file compressed once (brotli, gzip). Does nothing when
 * its sources have not changed since; part of `npm start`, `npm run demo` and `npm test`.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const out = join(root, 'dist', 'web')
const mark = join(out, '.made-of')

const digestOfSources = (): string => {
  const files = globSync(['web/**/*', 'client/{import,verify}/**/*'], { cwd: root, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.endsWith('.d.ts'))
    .map(entry => join(entry.parentPath, entry.name))
  const all = createHash('sha256')
  for (const file of [...files, join(root, 'package-lock.json')].sort())
    all
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return all.digest('hex')
}

/** Text compresses to a quarter; brotli 11 takes two seconds for all of it, once. */
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
const isBuilt = (digest: string): boolean => existsSync(mark) && readFileSync(mark, 'utf8') === digest

/** Builds the web app unless it is built. Throws what Vite says. */
export const buildWeb = async (digest = digestOfSources()): Promise<void> => {
  if (isBuilt(digest)) return
  const { build } = await import('vite')
  await build({ configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn' })
  const { buildVerifier, buildVerifyCommand } = await import('./build-verifier.ts')
  await buildVerifier(out)
  await buildVerifyCommand(out)
  compress()
  writeFileSync(mark, digest)
}

const { stderr } = process

/** For a terminal: one line that counts the seconds. */
const showSeconds = (): Disposable => {
  const since = performance.now()
  const show = (end: string) =>
    stderr.write(`\rBuilding the web app, once: ${Math.round((performance.now() - since) / 1000)} s${end}`)
  show(' …')
  const ticking = setInterval(show, 1000, ' …')
  return {
    [Symbol.dispose]: () => {
      clearInterval(ticking)
      show('.  \n')
    },
  }
}

/** For a log: a line when it begins and one when it is done, of the form that the server's have. */
const logSteps = (): Disposable => {
  const since = performance.now()
  const log = (event: string, fields: object) =>
    stderr.write(
      `${JSON.stringify({ level: 'info', time: new Date().toISOString(), pid: process.pid, event, ...fields })}\n`,
    )
  log('web_app_building', { msg: 'once, until its sources change: some seconds' })
  return { [Symbol.dispose]: () => log('web_app_built', { ms: Math.round(performance.now() - since) }) }
}

/** The worker leaves this thread free to show progress, and has no terminal for Vite to draw on. */
const buildInWorker = async (): Promise<void> => {
  const digest = digestOfSources()
  if (isBuilt(digest)) return
  using _ = stderr.isTTY ? showSeconds() : logSteps()
  await once(new Worker(import.meta.filename, { workerData: digest }), 'exit')
}

if (!isMainThread) await buildWeb(workerData)
else if (import.meta.main) await buildInWorker()
