/**
 * In a process of `npm test -- --map`, records which functions each test file executes and which files of the
 * repository it reads, and makes its child processes record the same. Writes one folder per test file below the folder
 * of PROBATA_TEST_REACH.
 */
import childProcess, { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import { Session } from 'node:inspector'
import { syncBuiltinESMExports } from 'node:module'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const variable = 'PROBATA_TEST_REACH'
const root = join(import.meta.dirname, '..', '..')

/** The name of the folder with the records of a test file. */
export const recordFolderOf = (file: string): string => encodeURIComponent(file)

/** Prepares the folder for the processes that record, and returns their environment variables. */
export const prepareRecording = (folder: string): Readonly<Record<string, string>> => {
  // Servers may run as other users.
  fs.chmodSync(folder, 0o1777)
  fs.copyFileSync(join(import.meta.dirname, 'child.mjs'), join(folder, 'child.mjs'))
  return { [variable]: folder }
}

/** The path in the repository, or undefined for other files. `.` is the repository itself. */
const repositoryPathOf = (path: unknown): string | undefined => {
  if (typeof path !== 'string' && !(path instanceof URL)) return undefined
  const file = path instanceof URL ? fileURLToPath(path) : path
  const name = relative(root, file)
  return name.startsWith('..') || /(^|\/)(node_modules|dist|\.git)(\/|$)/.test(name)
    ? undefined
    : name.split(sep).join('/')
}

type Method = (this: unknown, ...args: unknown[]) => unknown

const methodOf = (owner: object, name: string): Method => Reflect.get(owner, name)

const wrapMethod = (owner: object, name: string, before: (...args: readonly unknown[]) => void): void => {
  const method = methodOf(owner, name)
  Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
    before(...args)
    return method.apply(this, args)
  })
}

const readers = [
  'readFileSync',
  'readFile',
  'readdirSync',
  'readdir',
  'openSync',
  'open',
  'createReadStream',
  'opendir',
]
const promiseReaders = ['readFile', 'readdir', 'open', 'opendir', 'copyFile', 'cp']

/** Whether Node's module loader is the caller: it reads with the same functions. */
const isModuleLoader = (): boolean => / at .*\(node:internal\/modules\//.test(new Error('where').stack ?? '')

/** Records everything that is read as data while a test file runs. */
const watchReads = (recordPath: (path: string) => void): void => {
  const recordRead = (path: unknown): void => {
    const name = repositoryPathOf(path)
    if (name && !isModuleLoader()) recordPath(name)
  }
  for (const name of [...readers, 'copyFileSync', 'cpSync']) wrapMethod(fs, name, recordRead)
  for (const name of promiseReaders) wrapMethod(fs.promises, name, recordRead)
  for (const [owner, name] of [
    [fs, 'globSync'],
    [fs, 'glob'],
    [fs.promises, 'glob'],
  ] as const)
    wrapMethod(owner, name, (_patterns, options) => {
      const cwd = typeof options === 'object' && options !== null && 'cwd' in options ? options.cwd : root
      recordRead(cwd)
    })
  syncBuiltinESMExports()
}

/** Adds child.mjs to NODE_OPTIONS of every child process, so that Node children record too. */
const watchChildren = (current: () => string): void => {
  const option = () => `--import=${current()}`
  const extend = (pairs: readonly string[]): string[] => {
    const ownOptions = pairs.find(pair => pair.startsWith('NODE_OPTIONS='))
    const rest = pairs.filter(pair => pair !== ownOptions)
    return [...rest, ownOptions ? `${ownOptions} ${option()}` : `NODE_OPTIONS=${option()}`]
  }
  wrapMethod(ChildProcess.prototype, 'spawn', options => {
    if (typeof options === 'object' && options !== null && 'envPairs' in options && Array.isArray(options.envPairs))
      Object.assign(options, { envPairs: extend(options.envPairs) })
  })
  for (const name of ['spawnSync', 'execFileSync', 'execSync'] as const) {
    const method = methodOf(childProcess, name)
    Reflect.set(childProcess, name, (...args: unknown[]) => {
      const options: childProcess.CommonOptions = args.find(arg => typeof arg === 'object' && !Array.isArray(arg)) ?? {}
      const env = { ...(options.env ?? process.env) }
      env.NODE_OPTIONS = `${env.NODE_OPTIONS ?? ''} ${option()}`.trim()
      const rest = args.filter(arg => arg !== options)
      return method.call(childProcess, ...rest, { ...options, env })
    })
  }
  syncBuiltinESMExports()
}

const post = (session: Session, method: string, parameters: object = {}): unknown => {
  let reply: unknown
  session.post(method, parameters, (error, result) => {
    if (error) throw new Error(error.message)
    reply = result
  })
  return reply
}

interface Script {
  readonly url: string
  readonly functions: readonly {
    readonly ranges: readonly { startOffset: number; endOffset: number; count: number }[]
  }[]
}

/** The executed functions of the repository: `[path, start, end, start, end, …]` for each file. */
const executedIn = (scripts: readonly Script[]): unknown[][] =>
  scripts.flatMap(({ url, functions }) => {
    const file = url.startsWith('file:') ? repositoryPathOf(new URL(url)) : undefined
    const ranges = functions.flatMap(({ ranges: [whole] }) =>
      whole && whole.count > 0 ? [whole.startOffset, whole.endOffset] : [],
    )
    return file && ranges.length > 0 ? [[file, ...ranges]] : []
  })

interface Recording {
  begin(file: string): void
  /** Call after the imports: records module-level code apart, because it runs once per process, not per test file. */
  loaded(): void
  end(): void
}

/** Milliseconds between reports. V8 inlines a function only after a report, so a long interval would slow the tests. */
const interval = 1000

const start = (folder: string): Recording => {
  const session = new Session()
  session.connect()
  let recordFolder = ''
  let timer: NodeJS.Timeout | undefined
  const reads = new Set<string>()
  const startCoverage = (): void => {
    // Reports each function once: counting every call would keep V8 from optimizing.
    post(session, 'Profiler.startPreciseCoverage', { callCount: false, detailed: false })
  }
  const recordFunctions = (name: string): void => {
    const reply = post(session, 'Profiler.takePreciseCoverage')
    const scripts: Script[] = Reflect.get(Object(reply), 'result')
    fs.appendFileSync(
      join(recordFolder, name),
      executedIn(scripts)
        .map(line => `${JSON.stringify(line)}\n`)
        .join(''),
    )
  }
  post(session, 'Profiler.enable')
  startCoverage()
  watchReads(path => reads.add(path))
  watchChildren(
    () => `${pathToFileURL(join(folder, 'child.mjs'))}?${new URLSearchParams({ root, lane: recordFolder })}`,
  )
  return {
    begin(file) {
      recordFolder = join(folder, recordFolderOf(file))
      fs.mkdirSync(recordFolder)
      fs.chmodSync(recordFolder, 0o1777)
      reads.clear()
    },
    loaded() {
      recordFunctions('loaded.jsonl')
      timer = setInterval(recordFunctions, interval, 'executed.jsonl').unref()
    },
    end() {
      clearInterval(timer)
      recordFunctions('executed.jsonl')
      fs.writeFileSync(join(recordFolder, 'reads'), [...reads].sort().join('\n'))
      post(session, 'Profiler.stopPreciseCoverage')
      startCoverage()
    },
  }
}

const folder = process.env[variable]

/** Undefined in an ordinary run. */
export const recording: Recording | undefined = folder ? start(folder) : undefined
