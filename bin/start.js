// Runs the program, src/main.ts, from its bundle, which is built first if it is not current; otherwise from source.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findBundle, root } from './find-bundle.js'

const { stderr } = process
const isLog = process.argv[2] === 'serve' && !stderr.isTTY

/** Writes a line of the server's log or, at a terminal, a sentence. */
const report = (level, event, sentence, fields) => {
  const line = { level, time: new Date().toISOString(), pid: process.pid, event, ...fields }
  if (isLog) stderr.write(`${JSON.stringify(line)}\n`)
  else if (stderr.isTTY) stderr.write(`${sentence}\n`)
}

const build = () => {
  const since = performance.now()
  if (!existsSync(join(root, 'node_modules', 'rolldown')))
    return report('warn', 'server_not_bundled', 'Starting from source, since rolldown is not installed.', {
      msg: 'rolldown is not installed (npm ci without --omit=dev): the start takes 2 s longer',
    })
  report('info', 'server_bundling', 'Bundling the server, once …', { msg: 'once, until its sources change' })
  // In a separate process, so that the server does not keep the bundler's memory.
  const { status, stderr: output } = spawnSync(process.execPath, [join(root, 'bin', 'bundle.ts')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1 << 20,
  })
  const bundle = status === 0 ? findBundle() : undefined
  if (bundle) report('info', 'server_bundled', 'Done.', { ms: Math.round(performance.now() - since) })
  else
    report('warn', 'server_not_bundled', `Starting from source, since it could not be bundled:\n${output}`, {
      msg: 'dist/server cannot be written, or a source cannot be read: the start takes 2 s longer',
      detail: output.slice(-1000),
    })
  return bundle
}

/**
 * Caches V8's compiled code beside the bundle, in a folder that is as protected as the program. In the data directory,
 * a file written by the server could become part of the program. Caches nothing if the folder is not writable.
 */
const keepCompiled = bundle => {
  if (process.env.NODE_COMPILE_CACHE || process.env.NODE_DISABLE_COMPILE_CACHE) return
  const folder = join(dirname(bundle), 'compiled')
  // Also applies to child processes.
  process.env.NODE_COMPILE_CACHE = folder
  enableCompileCache(folder)
}

const bundle = findBundle() ?? build()
if (bundle) keepCompiled(bundle)
const main = bundle ?? join(root, 'src', 'main.ts')
await import(pathToFileURL(main).href)
