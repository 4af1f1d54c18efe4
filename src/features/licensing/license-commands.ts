import type { KeyObject } from 'node:crypto'
import type { Command } from 'commander'
import type { Database } from '#db/database.ts'
import { findStanding } from './queries.ts'
import { readLicense } from './read-license.ts'
import { type ShownLicense, showLicense, showStanding } from './show-license.ts'

interface Surroundings {
  say(text: string): void
  /** Throws ConfigError. */
  configured(): {
    readonly file: string | undefined
    readonly key: KeyObject | undefined
    /** Rejects where there is none. */
    database(): Promise<Database>
  }
}

interface Options {
  readonly json?: true
}

const lookAt = async (database: () => Promise<Database>) => {
  await using db = await database()
  const [standing] = await db.readInstall(findStanding, {})
  return standing
}

/** `probata license show` and `probata license check FILE`; both end with 1 where the license does not hold. */
export const addLicenseCommands = (program: Command, { say, configured }: Surroundings): void => {
  const tell = ({ isGood, json, lines }: ShownLicense, options: Options): void => {
    say(options.json ? JSON.stringify(json) : lines.join('\n'))
    if (!isGood) process.exitCode = 1
  }

  const show = async (options: Options): Promise<void> => {
    const { file, key, database } = configured()
    const shown = showLicense(await readLicense(file === undefined ? undefined : { file, key }), Date.now())
    tell(showStanding(shown, await lookAt(database).catch(() => undefined)), options)
  }

  const check = async (file: string, options: Options): Promise<void> =>
    tell(showLicense(await readLicense({ file, key: configured().key }), Date.now()), options)

  const commands = program.command('license').description('what this install is licensed for')
  commands
    .command('show')
    .description('the configured license, and what the server made of it')
    .option('--json', 'one line of JSON')
    .action(show)
  commands
    .command('check')
    .argument('<file>', 'a license, before it is put in place')
    .description('whether a license holds by PROBATA_LICENSE_PUBLIC_KEY; needs no database')
    .option('--json', 'one line of JSON')
    .action(check)
}
