/** Runs `probata …` as other programs run it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { compileCache } from './compile-cache.ts'

const root = join(import.meta.dirname, '..')

export type Env = Readonly<Record<string, string>>

export const commandsWith = (dataDir: string) => {
  /**
   * Starts `probata …` as another program would: without a terminal, and without those variables of our environment
   * that it would read.
   */
  const launch = (args: readonly string[], env: Env = {}) =>
    spawn(process.execPath, ['src/main.ts', ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, PROBATA_DATA_DIR: dataDir, ...env },
    })

  const run = async (args: readonly string[], env?: Env) => {
    const child = launch(args, env)
    const closed = once(child, 'close')
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    const [status] = await closed
    return { out: stdout, err: stderr, status }
  }

  return { launch, run }
}
