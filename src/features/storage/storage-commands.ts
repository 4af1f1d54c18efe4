import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Looking } from '#api/check.ts'
import { type MigrationMode, migrationModes } from './migration-modes.ts'

// What is typed wrongly is told before any of the program is loaded.
const actions = () => import('./storage-actions.ts')

export interface Surroundings {
  say(text: string): void
  /** What a server that may be running uses. Rejects where there is none. */
  storage(): Promise<AsyncDisposable & Looking>
}

export interface Options {
  readonly json?: true
}

export interface MigrateOptions extends Options {
  readonly organization: string
  readonly from?: string
  readonly to: string
  readonly mode: MigrationMode
  /** Bytes a second. */
  readonly rate?: number
  /** Hours. */
  readonly hold?: number
  readonly reason?: string
  readonly dryRun?: true
  readonly follow?: true
}

export interface ScrubOptions extends Options {
  readonly organization?: string
  readonly now?: true
  readonly rate?: number
}

const between = (least: number, most: number, text: string): number => {
  const number = Number(text)
  if (text.trim() !== '' && number >= least && number <= most) return number
  throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`)
}

const bytesPerSecond = (text: string): number => Math.round(between(0.1, 10_000, text) * 1_000_000)

const hours = (text: string): number => Math.round(between(1, 8760, text))

const addMigrate = (commands: Command, surroundings: Surroundings): void => {
  const migrate = async (options: MigrateOptions): Promise<void> => {
    if (!options.dryRun && options.reason === undefined)
      throw new InvalidArgumentError('--reason is required: why the files move, for the audit trail.')
    await (await actions()).migrate(surroundings, options)
  }

  commands
    .command('migrate')
    .description('move the files of a workspace to another storage binding, or copy them; the running servers do it')
    .requiredOption('--organization <slug>', 'the workspace')
    .requiredOption('--to <binding>', 'id or name of the storage binding where they are to be')
    .option('--from <binding>', 'where they are; the one that takes files when left out')
    .addOption(new Option('--mode <mode>', '`copy` keeps them in both').choices(migrationModes).default('move'))
    .option('--rate <megabytes>', 'how many megabytes a second are copied at most; 20 when left out', bytesPerSecond)
    .option('--hold <hours>', 'for how long moved files are kept in both places; 168 when left out', hours)
    .option('--reason <text>', 'why, for the audit trail')
    .option('--dry-run', 'only count; nothing is started or written down')
    .option('--follow', 'say how far it is until the files are copied; ends with 1 where it fails')
    .option('--json', 'a line of JSON for each')
    .action(migrate)
}

const addScrub = (commands: Command, surroundings: Surroundings): void => {
  commands
    .command('scrub')
    .description('how many stored files were read again and found right; ends with 1 where one is not')
    .option('--now', 'read all of them again, beside the running servers')
    .option('--organization <slug>', 'of this workspace; of all when left out')
    .option(
      '--rate <megabytes>',
      'with --now: how many megabytes a second; as fast as it goes when left out',
      bytesPerSecond,
    )
    .option('--json', 'a line of JSON for each workspace')
    .action(async (options: ScrubOptions) => (await actions()).scrub(surroundings, options))
}

/** `probata storage …`: beside servers that may be running. */
export const addStorageCommands = (program: Command, surroundings: Surroundings): void => {
  const commands = program.command('storage').description('where files are kept')
  commands
    .command('check')
    .description(
      'use the place that takes files of each workspace, beside a running server; ends with 1 where one fails',
    )
    .option('--json', 'a line of JSON for each')
    .action(async (options: Options) => (await actions()).check(surroundings, options))
  addMigrate(commands, surroundings)
  addScrub(commands, surroundings)
}
