// Runs the program, src/main.ts: its bundle, which is made first where there is no current one, or else src itself.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findBundle, root } from './find-bundle.js'

const { stderr } = process
const isLog = process.argv[2] === 'serve' && !stderr.isTTY

/** A line of the server's log, or for people at a terminal a sentence. */
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
  // In a process of its own: the memory of the bundler is not the server's.
  const { status, stderr: said } = spawnSync(process.execPath, [join(root, 'bin', 'bundle.ts')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1 << 20,
  })
  const bundle = status === 0 ? findBundle() : undefined
  if (bundle) report('info', 'server_bundled', 'Done.', { ms: Math.round(performance.now() - since) })
  else
    report('warn', 'server_not_bundled', `Starting from source, since it could not be bundled:\n${said}`, {
      msg: 'dist/server cannot be written, or a source cannot be read: the start takes 2 s longer',
      detail: said.slice(-1000),
    })
  return bundle
}

/**
 * What V8 compiled is kept beside the bundle, which belongs to whoever may change the program: code in the data directory
 * would let a file that the server writes become a part of it. Where nothing can be written there, nothing is kept.
 */
const keepCompiled = bundle => {
  if (process.env.NODE_COMPILE_CACHE || process.env.NODE_DISABLE_COMPILE_CACHE) return
  const folder = join(dirname(bundle), 'compiled')
  // For the processes beside this one, too.
  process.env.NODE_COMPILE_CACHE = folder
  enableCompileCache(folder)
}

const bundle = findBundle() ?? build()
if (bundle) keepCompiled(bundle)
const main = bundle ?? join(root, 'src', 'main.ts')
await import(pathToFileURL(main).href)
