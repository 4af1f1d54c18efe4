/** The files that differ between a commit and the working tree, according to git. */
import { execFileSync } from 'node:child_process'

export interface FileChange {
  readonly file: string
  /** Undefined for a new file. */
  readonly before: string | undefined
}

/** The git commands for a repository. */
export const gitIn = (root: string) => {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] })
  const attempt = (...args: readonly string[]): string | undefined => {
    try {
      return git(...args).trim()
    } catch {
      return undefined
    }
  }
  const names = (...args: readonly string[]): string[] =>
    git(...args)
      .split('\0')
      .filter(Boolean)

  return {
    head: (): string => git('rev-parse', 'HEAD').trim(),
    has: (commit: string): boolean => attempt('cat-file', '-e', `${commit}^{commit}`) !== undefined,
    isAncestor: (commit: string): boolean => attempt('merge-base', '--is-ancestor', commit, 'HEAD') !== undefined,
    count: (...range: readonly string[]): number => Number(git('rev-list', '--count', '--first-parent', ...range)),
    text: (commit: string, file: string): string | undefined => {
      try {
        return git('show', `${commit}:${file}`)
      } catch {
        return undefined
      }
    },
    /** Tracked files that differ from the last commit. */
    modified: (): string[] => names('diff', '--name-only', '-z', 'HEAD'),
    /** The commit at which this branch forked from main; on main itself, HEAD~1. */
    base(): string {
      const main = attempt('rev-parse', '--verify', 'main') ?? attempt('rev-parse', '--verify', 'origin/main')
      const fork = main && attempt('merge-base', 'HEAD', main)
      const head = git('rev-parse', 'HEAD').trim()
      return fork && fork !== head ? fork : (attempt('rev-parse', '--verify', 'HEAD~1') ?? head)
    },
    /** Files that differ from a commit, including uncommitted and untracked files. */
    changedSince(commit: string): FileChange[] {
      const tracked = names('diff', '--name-only', '--no-renames', '-z', commit)
      const untracked = names('ls-files', '--others', '--exclude-standard', '-z')
      return [
        ...tracked.map(file => ({ file, before: this.text(commit, file) })),
        ...untracked.map(file => ({ file, before: undefined })),
      ]
    },
  }
}

export type Git = ReturnType<typeof gitIn>
