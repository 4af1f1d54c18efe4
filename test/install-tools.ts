/**
 * `npm run tools`: installs the programs that some tests and benchmarks use, without starting any service. It needs
 * root and apt-get, and fails if a program is still missing afterwards.
 */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { findExecutable, isThere, missingTools, type Tool } from './tools.ts'

const policy = '/usr/sbin/policy-rc.d'

/** Prevents Debian from starting a service when its package is installed. A script that already exists is kept. */
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
  const result = spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8', timeout: 300_000 })
  return result.status === 0 ? undefined : `${result.error?.message ?? ''}${result.stdout}${result.stderr}`.trim()
}

const refusal =
  process.getuid?.() !== 0 || !findExecutable('apt-get') ? 'it can only be installed here by root, with apt-get' : ''

/**
 * Installs all packages in one call, because each call of apt-get reads the package lists and runs the packages'
 * triggers.
 */
const install = (tools: readonly Tool[]): string | undefined => {
  if (refusal) return refusal
  using _ = forbidServices()
  const packages = tools.flatMap(tool => tool.packages)
  return apt('update') ?? apt('install', '-y', '--no-install-recommends', ...packages)
}

const missing = missingTools()
const installError = missing.length > 0 ? install(missing.map(([, tool]) => tool)) : undefined
for (const [name, tool] of missing) {
  if (isThere(name, tool)) console.log(`Installed ${name} with apt-get for ${tool.tests}; no service was started.`)
  else {
    console.error(`${name} is missing, and ${tool.tests} need it: ${installError}. To get it: ${tool.get}.`)
    process.exitCode = 1
  }
}
