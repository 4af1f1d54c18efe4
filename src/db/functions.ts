import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { failedFile } from './failed-file.ts'
import { sqlDigest, sqlFiles } from './schema-files.ts'
import { sqlState } from './sql-error.ts'

/** The content of `release.json` next to the files. */
export interface FunctionsRelease {
  /** Increases with every change of the files. */
  readonly release: number
  /** The digest of the files at this release. */
  readonly sha256: string
}

/** Computes the digest of all functions, for `release.json`. */
export const digestOfFunctions = async (folder: string): Promise<string> =>
  sqlDigest((await sqlFiles(folder)).map(([file, text]) => `${file}\n${text}`).join('\n'))

// deadlock_detected and lock_not_available, because running nodes use the tables whose triggers and policies change.
const inUseStates = new Set(['40P01', '55P03'])
const maxAttempts = 30
const pauseMs = 1_000
const lockTimeout = '2s'

const applyAll = async (
  client: pg.Client,
  release: number,
  changed: readonly (readonly [string, string])[],
  fileNames: readonly string[],
): Promise<void> => {
  let current = ''
  let text = ''
  await client.query('begin')
  try {
    // A function may call a function of a later file.
    await client.query(`set local check_function_bodies = off; set local lock_timeout = '${lockTimeout}'`)
    for ([current, text] of changed) {
      await client.query(text)
      await client.query(
        `insert into schema_function (file, sha256, release, applied_at) values ($1, $2, $3, clock_timestamp())
         on conflict (file) do update set sha256 = $2, release = $3, applied_at = clock_timestamp()`,
        [current, sqlDigest(text), release],
      )
    }
    await client.query('delete from schema_function where file <> all ($1)', [fileNames])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw failedFile(`Functions of ${current}`, text, error)
  }
}

/**
 * Updates functions, triggers and policies to the files in a folder. Applies files whose digests differ from the
 * recorded ones, in one transaction. Keeps the functions of a later release. While other nodes use a table that a file
 * changes, waits two seconds for the lock and tries again, for at most a minute and a half. Returns
 * `functions-release-N` if it applied any file.
 */
export const applyFunctions = async (client: pg.Client, folder: string): Promise<string | undefined> => {
  const files = await sqlFiles(folder)
  const { release }: FunctionsRelease = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8'))
  const { rows } = await client.query<{ file: string; sha256: string; release: number }>(
    'select file, sha256, release from schema_function',
  )
  if (rows.some(row => row.release > release)) return undefined
  const recorded = new Map(rows.map(({ file, sha256 }) => [file, sha256]))
  const changed = files.filter(([file, text]) => recorded.get(file) !== sqlDigest(text))
  if (changed.length === 0 && rows.length === files.length) return undefined
  const names = files.map(([file]) => file)
  for (let attempt = 1; ; attempt++) {
    try {
      await applyAll(client, release, changed, names)
      return `functions-release-${release}`
    } catch (error) {
      if (attempt === maxAttempts || !inUseStates.has(sqlState((error as Error).cause) ?? '')) throw error
      await delay(pauseMs)
    }
  }
}
