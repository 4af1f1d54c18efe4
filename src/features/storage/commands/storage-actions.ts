import { InvalidArgumentError } from 'commander'
import { Reason } from '#http/schema.ts'
import { compile, toIssue } from '#http/validation.ts'
import type { CheckServices } from '#shared/check.ts'
import { coverageOf, type ScrubNowOptions, scrubNow } from '#src/features/storage/scrub/scrub-now.ts'
import { checkBindings } from './check-bindings.ts'
import {
  bindingCheckLines,
  coverageLines,
  isFullyCovered,
  planLine,
  progressLine,
  scrubLines,
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

const abortOnSignal = (): AbortSignal => {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort())
  return stopping.signal
}

/** `probata storage check` */
export const check = async ({ say, storage }: CommandContext, { json }: Options): Promise<void> => {
  await using services = await storage()
  for await (const checked of checkBindings(services)) {
    say(json ? JSON.stringify(checked) : bindingCheckLines(checked))
    if (!checked.passed) process.exitCode = 1
  }
}

/** `probata storage migrate` */
export const migrateStorage = async (
  { say, storage }: CommandContext,
  { json, dryRun, follow, reason, ...options }: StorageMigrateOptions,
): Promise<void> => {
  if (reason !== undefined) requireReason(reason)
  await using services = await storage()
  const { rate, hold, from, to, mode } = options
  const request = { from, to, mode, bytesPerSecond: rate, holdHours: hold }
  for await (const workspace of workspacesOf(services.db, options.organization)) {
    const { slug } = workspace
    const ends = await findMigrationBindings(services.db, workspace, request)
    if (reason === undefined || dryRun) {
      const plan = await countFiles(services.db, workspace, request, ends)
      say(json ? JSON.stringify({ organization: slug, dryRun, ...plan }) : planLine(slug, ends, plan))
      continue
    }
    const started = await startMigration(services, workspace, { request, ends, reason })
    say(json ? JSON.stringify({ organization: slug, ...started }) : startedLine(slug, ends, started))
    if (!follow) continue
    for await (const migration of followMigration(services, workspace, started.id)) {
      say(json ? JSON.stringify({ organization: slug, ...migration }) : progressLine(migration))
      if (migration.status === 'failed' || migration.status === 'cancelled') process.exitCode = 1
    }
  }
}

const scrubWorkspace = async (services: CheckServices, workspace: Workspace, options: ScrubNowOptions) => {
  const result = await scrubNow(services, workspace, options)
  return { result, lines: scrubLines(result), isGood: isFullyCovered(result) && result.unavailable.length === 0 }
}

const readCoverage = async (services: CheckServices, workspace: Workspace) => {
  const result = await coverageOf(services, workspace)
  return { result, lines: coverageLines(result), isGood: isFullyCovered(result) }
}

/** `probata storage scrub` */
export const scrubStorage = async (
  { say, storage }: CommandContext,
  { organization, now, rate, json }: ScrubOptions,
): Promise<void> => {
  const signal = abortOnSignal()
  await using services = await storage()
  for await (const workspace of workspacesOf(services.db, organization)) {
    if (signal.aborted) return
    const { result, lines, isGood } = await (now
      ? scrubWorkspace(services, workspace, { bytesPerSecond: rate, signal })
      : readCoverage(services, workspace))
    say(json ? JSON.stringify(result) : lines)
    if (!isGood) process.exitCode = 1
  }
}
