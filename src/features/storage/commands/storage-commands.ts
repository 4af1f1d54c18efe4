import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CheckServices } from '#shared/check.ts'
import { type MigrationMode, migrationModes } from '#src/features/storage/migration/migration-modes.ts'

// Loaded only when a command runs, so that invalid arguments are reported quickly.
const actions = () => import('./storage-actions.ts')

export interface CommandContext {
  say(text: string): void
  /** The services of a running server. Rejects if no server is running. */
  storage(): Promise<AsyncDisposable & CheckServices>
}

export interface Options {
  readonly json?: true
}

export interface StorageMigrateOptions extends Options {
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

const parseNumber = (min: number, max: number, text: string): number => {
  const number = Number(text)
  if (text.trim() !== '' && number >= min && number <= max) return number
  throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`)
}

const parseRate = (text: string): number => Math.round(parseNumber(0.1, 10_000, text) * 1_000_000)

const parseHours = (text: string): number => Math.round(parseNumber(1, 8760, text))

const addMigrate = (commands: Command, context: CommandContext): void => {
  const migrate = async (options: StorageMigrateOptions): Promise<void> => {
    if (!options.dryRun && options.reason === undefined)
      throw new InvalidArgumentError('--reason is required: the reason for the move, for the audit trail.')
    await (await actions()).migrateStorage(context, options)
  }

  commands
    .command('migrate')
    .description('move the files of a workspace to another storage binding, or copy them; the running servers do it')
    .requiredOption('--organization <slug>', 'the workspace')
    .requiredOption('--to <binding>', 'id or name of the target storage binding')
    .option('--from <binding>', 'the source storage binding; by default the one that takes files')
    .addOption(new Option('--mode <mode>', '`copy` keeps the files in both').choices(migrationModes).default('move'))
    .option('--rate <megabytes>', 'megabytes a second that are copied at most; 20 by default', parseRate)
    .option('--hold <hours>', 'hours for which moved files are kept in both bindings; 168 by default', parseHours)
    .option('--reason <text>', 'the reason, for the audit trail')
    .option('--dry-run', 'only count; start and record nothing')
    .option('--follow', 'report progress until the files are copied; ends with 1 if it fails')
    .option('--json', 'a line of JSON for each')
    .action(migrate)
}

const addScrub = (commands: Command, context: CommandContext): void => {
  commands
    .command('scrub')
    .description('how many stored files were read again and found intact; ends with 1 if one is not')
    .option('--now', 'read all of them again, beside the running servers')
    .option('--organization <slug>', 'only this workspace; by default all')
    .option('--rate <megabytes>', 'with --now: megabytes a second; by default as fast as possible', parseRate)
    .option('--json', 'a line of JSON for each workspace')
    .action(async (options: ScrubOptions) => (await actions()).scrubStorage(context, options))
}

/** Adds `probata storage …`. The commands run while servers are running. */
export const addStorageCommands = (program: Command, context: CommandContext): void => {
  const commands = program.command('storage').description('storage bindings and stored files')
  commands
    .command('check')
    .description('probe the storage binding of each workspace, beside a running server; ends with 1 if one fails')
    .option('--json', 'a line of JSON for each')
    .action(async (options: Options) => (await actions()).check(context, options))
  addMigrate(commands, context)
  addScrub(commands, context)
}
