import { spawnSync } from 'node:child_process'
import { accessSync, constants, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

type Tool = { packages: readonly string[]; tests: string; get: string }

/** The programs beyond Node and npm that some tests drive: Debian's packages that carry them, and how to get them. */
const tools = {
  curl: {
    packages: ['curl'],
    tests: "the tests of the README's walk and of the shell receiver of the docs",
    get: '`apt-get install curl` or `brew install curl`',
  },
  openssl: {
    packages: ['openssl'],
    tests: "the tests of the README's walk and of the shell receiver of the docs",
    get: '`apt-get install openssl` or `brew install openssl`',
  },
  pgbench: {
    packages: ['postgresql-contrib'],
    tests: 'the benchmarks of creates and submission events',
    get: '`apt-get install postgresql-contrib` or `brew install libpq`',
  },
  'redis-server': {
    packages: ['redis-server'],
    tests: 'the tests of rate limits in Redis',
    get: '`apt-get install redis-server` or `brew install redis`',
  },
  go: {
    packages: ['golang-go'],
    tests: 'the tests of the Go receiver of the docs',
    get: '`apt-get install golang-go` or `brew install go`',
  },
  chromium: {
    packages: ['chromium'],
    tests: 'the browser tests',
    get: '`apt-get install chromium` or `brew install chromium`',
  },
} as const satisfies Record<string, Tool>

const required = process.env.CI === 'true'

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The full path of a program on PATH, or undefined. */
function find(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  return folders.map(folder => join(folder, name)).find(isExecutable)
}

const policy = '/usr/sbin/policy-rc.d'

/** Debian starts a service when its package is installed, unless this script forbids it; an existing one is kept. */
function forbidServices(): Disposable {
  try {
    writeFileSync(policy, '#!/bin/sh\nexit 101\n', { flag: 'wx', mode: 0o755 })
  } catch {
    return { [Symbol.dispose]: () => {} }
  }
  return { [Symbol.dispose]: () => rmSync(policy) }
}

function apt(...args: string[]): string | undefined {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8', timeout: 300_000 })
  return run.status === 0 ? undefined : `${run.error?.message ?? ''}${run.stdout}${run.stderr}`.trim()
}

const refusal =
  process.getuid?.() !== 0 || !find('apt-get') ? 'only root can install it here, and only with apt-get' : ''

function install({ packages }: Tool): string | undefined {
  if (refusal) return refusal
  using _ = forbidServices()
  return apt('install', '-y', '--no-install-recommends', ...packages)
}

/**
 * Installs what is missing where root has apt-get, without starting any service. What stays missing is said in one
 * line, and the tests that need it are skipped; with CI=true it is an error.
 */
export function ensureTools(): void {
  const missing = Object.entries(tools).filter(([name]) => !find(name))
  const stale = missing.length > 0 && !refusal ? apt('update') : undefined
  for (const [name, tool] of missing) {
    const problem = stale ?? install(tool)
    if (find(name)) console.log(`Installed ${name} with apt-get for ${tool.tests}; no service was started.`)
    else if (required) throw new Error(`${name} is missing (${tool.tests} need it): ${problem}`)
    else console.log(`${name} is missing: ${tool.tests} will be skipped. To run them: ${tool.get}.`)
  }
}
