import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Looking } from '#api/check.ts'
import { Reason } from '#api/schema.ts'
import { compile, toIssue } from '#api/validation.ts'
import { checkBindings } from './check-bindings.ts'
import {
  checkedLines,
  countedLine,
  coverageLines,
  isWell,
  progressLine,
  scrubbedLines,
  startedLine,
} from './command-lines.ts'
import { countFiles, findEnds, followMigration, startMigration } from './migrate-files.ts'
import { type MigrationMode, migrationModes } from './migration.ts'
import { coverageOf, type ScrubNow, scrubNow } from './scrub/scrub-now.ts'
import { type Workspace, workspacesOf } from './workspaces.ts'

interface Surroundings {
  say(text: string): void
  /** What a server that may be running uses. Rejects where there is none. */
  storage(): Promise<AsyncDisposable & Looking>
}

interface Options {
  readonly json?: true
}

interface MigrateOptions extends Options {
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

interface ScrubOptions extends Options {
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

const reason = (text: string): string => {
  const validate = compile(Reason)
  if (validate(text)) return text
  throw new InvalidArgumentError(`It ${(validate.errors ?? []).map(error => toIssue(error).message).join(' and ')}.`)
}

const interrupted = (): AbortSignal => {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort())
  return stopping.signal
}

const addMigrate = (commands: Command, { say, storage }: Surroundings): void => {
  const migrate = async ({ json, dryRun, follow, reason, ...options }: MigrateOptions): Promise<void> => {
    if (!dryRun && reason === undefined)
      throw new Error('--reason is required: why the files move, for the audit trail.')
    await using needs = await storage()
    const { rate, hold, from, to, mode } = options
    const asked = { from, to, mode, bytesPerSecond: rate, holdHours: hold }
    for await (const workspace of workspacesOf(needs.db, options.organization)) {
      const { slug } = workspace
      const ends = await findEnds(needs.db, workspace, asked)
      if (reason === undefined || dryRun) {
        const counted = await countFiles(needs.db, workspace, asked, ends)
        say(json ? JSON.stringify({ organization: slug, dryRun, ...counted }) : countedLine(slug, ends, counted))
        continue
      }
      const started = await startMigration(needs, workspace, { asked, ends, reason })
      say(json ? JSON.stringify({ organization: slug, ...started }) : startedLine(slug, ends, started))
      if (!follow) continue
      for await (const migration of followMigration(needs, workspace, started.id)) {
        say(json ? JSON.stringify({ organization: slug, ...migration }) : progressLine(migration))
        if (migration.status === 'failed' || migration.status === 'cancelled') process.exitCode = 1
      }
    }
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
    .option('--reason <text>', 'why, for the audit trail', reason)
    .option('--dry-run', 'only count; nothing is started or written down')
    .option('--follow', 'say how far it is until the files are copied; ends with 1 where it fails')
    .option('--json', 'a line of JSON for each')
    .action(migrate)
}

const lookAgain = async (needs: Looking, workspace: Workspace, options: ScrubNow) => {
  const found = await scrubNow(needs, workspace, options)
  return { found, lines: scrubbedLines(found), isGood: isWell(found) && found.unavailable.length === 0 }
}

const lookUp = async (needs: Looking, workspace: Workspace) => {
  const found = await coverageOf(needs, workspace)
  return { found, lines: coverageLines(found), isGood: isWell(found) }
}

const addScrub = (commands: Command, { say, storage }: Surroundings): void => {
  const scrub = async ({ organization, now, rate, json }: ScrubOptions): Promise<void> => {
    const signal = interrupted()
    await using needs = await storage()
    for await (const workspace of workspacesOf(needs.db, organization)) {
      if (signal.aborted) return
      const { found, lines, isGood } = await (now
        ? lookAgain(needs, workspace, { bytesPerSecond: rate, signal })
        : lookUp(needs, workspace))
      say(json ? JSON.stringify(found) : lines)
      if (!isGood) process.exitCode = 1
    }
  }

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
    .action(scrub)
}

/** `probata storage …`: beside servers that may be running. */
export const addStorageCommands = (program: Command, surroundings: Surroundings): void => {
  const { say, storage } = surroundings
  const check = async ({ json }: Options): Promise<void> => {
    await using needs = await storage()
    for await (const checked of checkBindings(needs)) {
      say(json ? JSON.stringify(checked) : checkedLines(checked))
      if (!checked.passed) process.exitCode = 1
    }
  }

  const commands = program.command('storage').description('where files are kept')
  commands
    .command('check')
    .description(
      'use the place that takes files of each workspace, beside a running server; ends with 1 where one fails',
    )
    .option('--json', 'a line of JSON for each')
    .action(check)
  addMigrate(commands, surroundings)
  addScrub(commands, surroundings)
}
