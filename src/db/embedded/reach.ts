import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Account } from './account.ts'

const bitsFor = (file: { mode: number; uid: number; gid: number }, account: Account): number => {
  if (file.uid === account.uid) return file.mode >> 6
  return file.gid === account.gid ? file.mode >> 3 : file.mode
}

/** Finds the topmost part of `path` that the account may not enter or read, by permission bits. */
export const obstacle = async (path: string, account: Account): Promise<string | undefined> => {
  const parentObstacle = dirname(path) === path ? undefined : await obstacle(dirname(path), account)
  if (parentObstacle) return parentObstacle
  const stats = await stat(path)
  const needed = stats.isDirectory() ? 0o1 : 0o4
  return bitsFor(stats, account) & needed ? undefined : path
}

/** Whether the account can reach `path`, by permission bits; access lists can allow more. */
export const reaches = async (account: Account, path: string): Promise<boolean> =>
  !account.switched || (await obstacle(path, account)) === undefined

/** A folder as a command of the account sees it: the working directory, and the path from there. */
export interface FolderPath {
  readonly cwd: string
  readonly path: string
}

/**
 * Finds a path by which the account reaches a folder. A process keeps its working directory when it changes its user,
 * and Linux resolves /proc/self/cwd without checking the permissions of parent folders. The account can therefore work
 * in a folder below folders that it cannot enter.
 */
export const folderPathFor = async (folder: string, account: Account): Promise<FolderPath> =>
  process.platform !== 'linux' || (await reaches(account, folder))
    ? { cwd: '/', path: folder }
    : { cwd: folder, path: '/proc/self/cwd' }
