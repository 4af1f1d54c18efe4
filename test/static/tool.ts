import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** The repository's root directory. */
export const root = join(import.meta.dirname, '..', '..')

const bin = join(root, 'node_modules', '.bin')

/**
 * Runs one of the repository's pinned command-line tools in the root directory. Returns its output (standard output,
 * then standard error) and its exit status, null if a signal ended it.
 */
export function runTool(name: string, args: readonly string[]): { status: number | null; output: string } {
  const run = spawnSync(join(bin, name), args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, NO_COLOR: '1', FORCE_COLOR: '0' },
  })
  if (run.error) throw run.error
  return { status: run.status, output: run.stdout + run.stderr }
}
