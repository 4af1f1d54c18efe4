import type { KeyObject } from 'node:crypto'
import type { Command } from 'commander'
import type { Database } from '#db/database.ts'
import type { LicenseReport } from './show-license.ts'

export interface LicenseConfig {
  readonly file: string | undefined
  readonly key: KeyObject | undefined
  /** Rejects without a database. */
  database(): Promise<Database>
}

interface LicenseCommandContext {
  say(text: string): void
  /** Throws ConfigError. */
  configured(): LicenseConfig
}

interface Options {
  readonly json?: true
}

const loadInspection = () => import('./inspect-license.ts')

/** Adds `probata license show` and `probata license check FILE`; both exit with 1 if the license is not valid. */
export const addLicenseCommands = (program: Command, { say, configured: readConfig }: LicenseCommandContext): void => {
  const print = ({ isGood, json, lines }: LicenseReport, options: Options): void => {
    say(options.json ? JSON.stringify(json) : lines.join('\n'))
    if (!isGood) process.exitCode = 1
  }

  const show = async (options: Options): Promise<void> => {
    const license = readConfig()
    print(await (await loadInspection()).inspectInstalledLicense(license), options)
  }

  const check = async (file: string, options: Options): Promise<void> => {
    const { key, database } = readConfig()
    print(await (await loadInspection()).inspectLicenseFile({ file, key }, database), options)
  }

  const commands = program.command('license').description('the license of this install')
  commands
    .command('show')
    .description('the configured license, and the result of the server')
    .option('--json', 'one line of JSON')
    .action(show)
  commands
    .command('check')
    .argument('<file>', 'a license that is not installed yet')
    .description(
      'whether a license is valid by PROBATA_LICENSE_PUBLIC_KEY, and for this install if its database is running',
    )
    .option('--json', 'one line of JSON')
    .action(check)
}
