import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { parseTimestamp, second } from '#lib/clock.ts'
import { sentenceOf } from '#lib/error-digest.ts'
import { requireFreePort } from '#lib/free-port.ts'
import { createLog, type Log } from '#lib/log.ts'
import { logProcess } from '#lib/log-process.ts'
import { linesForPeople } from '#lib/terminal.ts'
import { version } from '#lib/version.ts'
import { addExport, addPush, addVerifyBundle } from './client-commands.ts'
import { type Config, describeVariables, readConfig } from './config.ts'
import { addAccountCommands } from './features/access/factor-reset/account-commands.ts'
import { type Format, formatNames } from './features/audit/security-event-formats.ts'
import { addCheckpointCommands } from './features/checkpoints/checkpoint-commands.ts'
import { addLedgerCommands } from './features/ledger/ledger-commands.ts'
import { addLicenseCommands } from './features/licensing/license-commands.ts'
import { addDoctorCommand } from './features/operations/doctor-command.ts'
import { addSampleCommands } from './features/samples/sample-commands.ts'
import { addStorageCommands } from './features/storage/commands/storage-commands.ts'
import type { System } from './system.ts'
import { usageExit, usageFault } from './usage.ts'

// By default, V8 lets the heap grow fourfold before it collects, which takes 50 MiB more during a webhook backlog.
setFlagsFromString('--heap-growing-percent=60')

const load = () => import('./program.ts')

type Announcement = Readonly<Record<string, string | number>>

const { stdout, stderr } = process
const isTerminal = stdout.isTTY === true && stderr.isTTY === true

const say = (text: string): boolean => stdout.write(`${text}\n`)
const announceJson = (line: Announcement): boolean => say(JSON.stringify(line))

/** Texts for people at a terminal. `ready` includes the JSON line even there. */
const sentences: Readonly<Record<string, (line: Announcement) => string>> = {
  __proto__: null as never,
  secret: ({ kind, name, secret }) => `${kind} of ${name}: ${secret}`,
  setup: ({ url }) => `\nOpen this link within 24 hours to create the first administrator:\n  ${url}\n`,
  ready: line => `${JSON.stringify(line)}\nProbata is running at ${line.url}; press Ctrl-C to stop it.`,
}

/** Writes a line of JSON to standard output for programs, or a sentence for people at a terminal. */
const announce = (line: Announcement): void => {
  const sentence = isTerminal ? sentences[String(line.event)]?.(line) : undefined
  if (sentence) say(sentence)
  else announceJson(line)
}

/** Opens the log: JSON lines on standard error, or sentences at a terminal. */
const openLog = (level: Config['logLevel']): Log =>
  createLog({ level, ...(stderr.isTTY && { destination: linesForPeople(stderr) }) })

let log = openLog('fatal')

/** The event under which a failure of `serve` is logged. */
let failure = 'not_started'

const prepareServing = () => {
  const config = readConfig()
  log = openLog(config.logLevel)
  if (!stderr.isTTY) logProcess(log, () => process.exit(1))
  return { config, log, drainMs: second }
}

const stopTimeoutMs = 50 * second

/**
 * Ends a process that does not finish stopping. The database already has all acknowledged changes, and the next start
 * cleans up the rest. `process.exit` waits for every thread, even one that hangs in a file system, and process 1 of a
 * container cannot kill itself. This function therefore replaces the process with another program, which exits.
 */
const giveUp = (): never => {
  log.fatal({ event: 'stop_timed_out' })
  process.execve?.(process.execPath, [process.execPath, '--eval', 'process.exit(1)'], {})
  process.exit(1)
}

const giveUpLater = (): void => void setTimeout(giveUp, stopTimeoutMs).unref()

/** Exits after pending file operations, with a time limit, because `process.exit` would wait for them indefinitely. */
const exit = async (status: number): Promise<never> => {
  giveUpLater()
  while (process.getActiveResourcesInfo().some(kind => kind.startsWith('FSReq'))) await delay(20)
  process.exit(status)
}

/** Reads the license at startup and on SIGHUP, except at a terminal, which sends SIGHUP when it closes. */
const rereadLicense = ({ licenseFile, roles }: Config): ((system: System) => void) => {
  const started = Promise.withResolvers<System>()
  const read = async (): Promise<void> => {
    const { worker } = await started.promise
    const { reconcileLicenseState } = await load()
    await worker.runNow(reconcileLicenseState).catch(error => log.error({ event: 'job_not_recorded', error }))
  }
  if (licenseFile && !isTerminal) process.on('SIGHUP', read)
  if (licenseFile && roles.includes('worker')) void read()
  return started.resolve
}

const serveHere = async (): Promise<void> => {
  const options = prepareServing()
  const allowLicenseReads = rereadLicense(options.config)
  const stop = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]).then(giveUpLater)
  await requireFreePort(options.config)
  const { serve } = await load()
  await using system = await serve({ ...options, announce })
  allowLicenseReads(system)
  announce({ event: 'ready', url: system.url, pid: process.pid })
  failure = 'ended'
  await Promise.race([stop, system.failed.finally(giveUpLater)])
  log.info({ event: 'stopping' })
}

/** Serves in an additional process. Ctrl-C may reach every process, but only the first one stops the others. */
const serveBesideFirst = async (): Promise<void> => {
  if (!process.send) throw new Error('Only `serve` runs the command `beside`; see PROBATA_PROCESSES.')
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined)
  const options = prepareServing()
  const { serveBeside } = await load()
  await serveBeside(options)
}

const provision = async (file: string, { json }: { json?: true }): Promise<void> => {
  const config = readConfig()
  const { applyProvisioning, open, readProvisioning, sections } = await load()
  const entries = await readProvisioning(sections, file)
  await using system = await open({ config, log: openLog(config.logLevel) })
  const { secrets, counts } = await applyProvisioning(system.services, entries)
  if (json) {
    for (const secret of secrets) announceJson({ event: 'secret', ...secret })
    announceJson({ event: 'provisioned', ...counts })
    return
  }
  for (const { kind, name, secret } of secrets) say(`${kind} of ${name}: ${secret}`)
  const summary = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`)
  say(summary.join(', '))
}

const migrate = async ({ json }: { json?: true }): Promise<void> => {
  const config = readConfig()
  const { open } = await load()
  await using system = await open({ config, log: openLog(config.logLevel) })
  const { migrations } = system
  if (json) announceJson({ event: 'migrated', applied: migrations.join(',') })
  else say(migrations.length > 0 ? `applied ${migrations.join(', ')}` : 'nothing to apply')
}

const replaceMasterKey = async ({ json }: { json?: true }): Promise<void> => {
  const config = readConfig()
  const { open } = await load()
  await using _system = await open({ config, log: openLog(config.logLevel), replaceMasterKey: true })
  const { masterKeyFrom } = config
  if (json) announceJson({ event: 'masterKeyReplaced', masterKeyFrom })
  else say(`the database is used with the master key in ${masterKeyFrom} from now on`)
}

const requireTimestamp = (text: string): string => {
  if (parseTimestamp(text) !== undefined) return text
  throw new InvalidArgumentError('It must be a timestamp such as 2026-11-01T00:00:00Z.')
}

interface FollowOptions {
  readonly follow?: true
  readonly format: Format
  readonly since?: string
}

const followSecurityEvents = async ({ follow, format, since }: FollowOptions): Promise<void> => {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort())
  const config = readConfig()
  const { attach, securityEventLines } = await load()
  await using db = await attach(config)
  const lines = securityEventLines(db, { format, since, follow: follow === true, signal: stopping.signal })
  for await (const line of lines) say(line)
}

const program = new Command('npx probata')
  .description('Self-hosted governance workspace')
  .version(version, '-V, --version', 'print the version')
  .helpCommand('help [command]', 'describe a command and its input')
  .exitOverride()
  .configureOutput({ outputError: () => undefined })

program
  .command('serve')
  .description('start the server')
  .addHelpText('after', `\n${describeVariables()}`)
  .action(serveHere)

// Started by `serve` (src/processes.ts).
program.command('beside', { hidden: true }).action(serveBesideFirst)

program
  .command('migrate')
  .description('bring the database schema up to date')
  .option('--json', 'one line of JSON')
  .action(migrate)

program
  .command('provision')
  .argument('<file>', 'organizations, people, service accounts and requirements, as JSON')
  .description('apply a provisioning file: idempotent, all or nothing, and never deletes anything')
  .option('--json', 'one line of JSON for each generated secret and for the result')
  .action(provision)

program
  .command('replace-master-key')
  .description(
    'use the configured master key from now on, because the previous one is lost; values sealed with the lost key stay unreadable',
  )
  .option('--json', 'one line of JSON')
  .action(replaceMasterKey)

program
  .command('security-events')
  .description('print the security events of all workspaces and of the install, oldest first, one line of JSON each')
  .option('--follow', 'continue with future events')
  .addOption(new Option('--format <format>', 'the format of the JSON lines').choices(formatNames).default('jsonl'))
  .option('--since <time>', 'only events from this time on, such as 2026-11-01T00:00:00Z', requireTimestamp)
  .action(followSecurityEvents)

addAccountCommands(program, { say, opened: async () => (await load()).openAccounts(readConfig(), openLog) })
addSampleCommands(program, { say, opened: async () => (await load()).openSamples(readConfig(), openLog) })

addLicenseCommands(program, {
  say,
  configured: () => {
    const config = readConfig()
    return {
      file: config.licenseFile,
      key: config.licensePublicKey,
      database: async () => (await load()).attach(config),
    }
  },
})

const attachLedgerHere = async () => {
  const config = readConfig()
  const { attachLedger } = await load()
  return attachLedger(config, openLog(config.logLevel))
}

addVerifyBundle(program.command('verify').description('verify tamper-evident data'), say)
addExport(program, say)
addPush(program, say)

addCheckpointCommands(program, { say, signing: attachLedgerHere })
addLedgerCommands(program, {
  say,
  database: async () => (await load()).attach(readConfig()),
  verifyRecords: async () => (await load()).verifyRecords,
  ledger: attachLedgerHere,
})

const attachStorageHere = async () => {
  const config = readConfig()
  const { attachStorage } = await load()
  return attachStorage(config, openLog(config.logLevel))
}

addStorageCommands(program, { say, storage: attachStorageHere })
addDoctorCommand(program, {
  say,
  looking: async () => {
    const config = readConfig()
    const { attachStorage } = await load()
    return attachStorage(config, openLog(config.logLevel), { requiresTls: false })
  },
  checks: async () => {
    const { bindingsCheck, connectionsCheck, databaseCheck, filesCheck, jobsCheck, licenseCheck, scannerCheck } =
      await load()
    return [databaseCheck, connectionsCheck, jobsCheck, licenseCheck, bindingsCheck, filesCheck, scannerCheck]
  },
})

const explain = (error: unknown): string | undefined =>
  error instanceof CommanderError ? usageFault(program, error) : sentenceOf(error)

/** Reports a fatal error: for `serve` without a terminal as a JSON line of the log, otherwise as text. */
const fail = (error: unknown): void => {
  const isLog = process.argv[2] === 'serve' && !stderr.isTTY && !(error instanceof CommanderError)
  const line = { level: 'fatal', time: new Date().toISOString(), pid: process.pid, event: failure }
  const message = explain(error)
  if (message !== undefined) stderr.write(`${isLog ? JSON.stringify({ ...line, message }) : message}\n`)
}

try {
  if (process.argv.length > 2) await program.parseAsync()
  else program.outputHelp()
  await exit(Number(process.exitCode ?? 0))
} catch (error) {
  const status = error instanceof CommanderError ? error.exitCode && usageExit : Number(process.exitCode ?? 1)
  if (status !== 0) fail(error)
  await exit(status)
}
