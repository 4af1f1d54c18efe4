import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
const installMs = 180_000

const run = async (command: string, args: readonly string[], cwd = root, timeout = 60_000): Promise<string> => {
  const { stdout } = await promisify(execFile)(command, args, { cwd, timeout, maxBuffer: 1e8 })
  return stdout.trim()
}

const git = (...args: string[]): Promise<string> => run('git', args)

/** The candidates for the branch into which changes are merged: BENCH_BASE, or the first that exists. */
const targetCandidates = [process.env.BENCH_BASE ?? '', 'origin/HEAD', 'origin/main', 'main']

const findTarget = async (): Promise<string> => {
  for (const name of targetCandidates.filter(Boolean)) {
    const commit = await git('rev-parse', '--verify', '--quiet', `${name}^{commit}`).catch(() => '')
    if (commit) return commit
  }
  throw new Error(`none of ${targetCandidates.filter(Boolean).join(', ')} exists here`)
}

/** The commit at which this branch forked from its target branch; on the target branch itself, the previous commit. */
const findBase = async (): Promise<string> => {
  if ((await git('rev-parse', '--is-shallow-repository')) === 'true') throw new Error('the clone is shallow')
  const head = await git('rev-parse', 'HEAD')
  const base = await git('merge-base', head, await findTarget())
  return base === head ? git('rev-parse', 'HEAD^') : base
}

/** Installs packages, or links those of this version if both lock files are identical. */
const install = async (folder: string): Promise<void> => {
  const readLock = (path: string) => readFile(join(path, 'package-lock.json'), 'utf8')
  if ((await readLock(root)) === (await readLock(folder)))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  else await run('npm', ['ci', '--no-audit', '--no-fund'], folder, installMs)
  // Only browsers use the web app, so the older server can serve the build of this version.
  await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
}

/** The merge base of this version, checked out and installed in a temporary folder. */
export interface MergeBase extends AsyncDisposable {
  readonly folder: string
  readonly commit: string
}

/**
 * Checks out the merge base. Throws with the reason if that is impossible: the history is missing or shallow, or
 * installing takes too long.
 */
export const checkOutMergeBase = async (): Promise<MergeBase> => {
  const commit = await findBase()
  await using resources = new AsyncDisposableStack()
  const parent = await mkdtemp(join(tmpdir(), 'probata-base-'))
  resources.defer(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, 'base')
  await git('worktree', 'add', '--detach', folder, commit)
  resources.defer(async () => {
    await git('worktree', 'remove', '--force', folder)
  })
  await install(folder)
  const owned = resources.move()
  return { folder, commit: commit.slice(0, 8), [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
