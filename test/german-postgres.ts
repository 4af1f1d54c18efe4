import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTcpPostgres, type TcpPostgres } from './tcp-postgres.ts'
import { findExecutable } from './tools.ts'

/** The folder of Debian's PostgreSQL. Its messages are translated; those of the embedded one are not. */
const debianPrograms = '/usr/lib/postgresql/15/bin'

/** The reason to skip tests with Debian's PostgreSQL, or false if it is installed. */
export const withoutGermanPostgres =
  existsSync(join(debianPrograms, 'postgres')) && findExecutable('locale-gen') && findExecutable('localedef')
    ? false
    : 'PostgreSQL 15 or its locales are missing: apt-get install postgresql-15 locales'

export const german = 'de_DE.UTF-8'

/** Starts PostgreSQL 15 with German messages, for sessions that set `lc_messages` to `german`. */
export const startGermanPostgres = async (): Promise<TcpPostgres> => {
  await using resources = new AsyncDisposableStack()
  const locales = await mkdtemp(join(tmpdir(), 'probata-locales-'))
  resources.defer(() => rm(locales, { recursive: true, force: true }))
  await chmod(locales, 0o755)
  execFileSync('localedef', ['-i', 'de_DE', '-f', 'UTF-8', join(locales, german)])
  const server = resources.use(await startTcpPostgres({ programs: debianPrograms, locales }))
  const owned = resources.move()
  return { ...server, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
