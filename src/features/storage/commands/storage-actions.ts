import { InvalidArgumentError } from 'commander'
import { Reason } from '#http/schema.ts'
import { compile, toIssue } from '#http/validation.ts'
import type { CheckServices } from '#shared/check.ts'
import { coverageOf, type ScrubNow, scrubNow } from '#src/features/storage/scrub/scrub-now.ts'
import { checkBindings } from './check-bindings.ts'
import {
  checkedLines,
  countedLine,
  coverageLines,
  isFullyCovered,
  progressLine,
  scrubbedLines,
  startedLine,
} from './command-lines.ts'
import { countFiles, findMigrationBindings, followMigration, startMigration } from './migrate-files.ts'
import type { CommandContext, Options, ScrubOptions, StorageMigrateOptions } from './storage-commands.ts'
import { type Workspace, workspacesOf } from './workspaces.ts'

const requireReason = (text: string): void => {
  const validate = compile(Reason)
  if (validate(text)) return
  const issues = (validate.errors ?? []).map(error => toIssue(error).problem.text).join(' and ')
  throw new InvalidArgumentError(`error: option '--reason <text>' argument '${text}' is invalid. It ${issues}.`)
}

const interrupted = (): AbortSignal => {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort())
  return stopping.signal
}

/** `probata storage check` */
export const check = async ({ say, storage }: CommandContext, { json }: Options): Promise<void> => {
  await using needs = await storage()
  for await (const checked of checkBindings(needs)) {
    say(json ? JSON.stringify(checked) : checkedLines(checked))
    if (!checked.passed) process.exitCode = 1
  }
}

/** `probata storage migrate` */
export const migrateStorage = async (
  { say, storage }: CommandContext,
  { json, dryRun, follow, reason, ...options }: StorageMigrateOptions,
): Promise<void> => {
  if (reason !== undefined) requireReason(reason)
  await using needs = await storage()
  const { rate, hold, from, to, mode } = options
  const asked = { from, to, mode, bytesPerSecond: rate, holdHours: hold }
  for await (const workspace of workspacesOf(needs.db, options.organization)) {
    const { slug } = workspace
    const ends = await findMigrationBindings(needs.db, workspace, asked)
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

const lookAgain = async (needs: CheckServices, workspace: Workspace, options: ScrubNow) => {
  const found = await scrubNow(needs, workspace, options)
  return { found, lines: scrubbedLines(found), isGood: isFullyCovered(found) && found.unavailable.length === 0 }
}

const lookUp = async (needs: CheckServices, workspace: Workspace) => {
  const found = await coverageOf(needs, workspace)
  return { found, lines: coverageLines(found), isGood: isFullyCovered(found) }
}

/** `probata storage scrub` */
export const scrubStorage = async (
  { say, storage }: CommandContext,
  { organization, now, rate, json }: ScrubOptions,
): Promise<void> => {
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
