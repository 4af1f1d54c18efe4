import { once } from 'node:events'
import { Command } from 'commander'
import { second } from '#lib/clock.ts'
import { createLog } from '#lib/log.ts'
import { describeVariables, readConfig } from './config.ts'
import { provisionFile } from './features/provisioning/provision.ts'
import { sections } from './features.ts'
import { open, start } from './system.ts'

/** One line of JSON on standard output; the setup link also as a sentence for people, on standard error. */
const announce = (line: Readonly<Record<string, string | number>>): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
  if (line.event === 'setup')
    process.stderr.write(`\nOpen this link within 24 hours to make the first administrator:\n  ${line.url}\n\n`)
}

const serve = async (): Promise<void> => {
  const config = readConfig()
  const log = createLog({ level: config.logLevel })
  const stop = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  await using system = await start({ config, log, announce, drainMs: second })
  announce({ event: 'ready', url: system.url, pid: process.pid })
  await stop
  log.info({ event: 'stopping' })
}

const provision = async (file: string, { json }: { json?: true }): Promise<void> => {
  const config = readConfig()
  await using opened = await open({ config, log: createLog({ level: config.logLevel }) })
  const { secrets, counts } = await provisionFile(opened.services, sections, file)
  if (json) {
    for (const secret of secrets) announce({ event: 'secret', ...secret })
    return announce({ event: 'provisioned', ...counts })
  }
  for (const { kind, name, secret } of secrets) process.stdout.write(`${kind} of ${name}: ${secret}\n`)
  const summary = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`)
  process.stdout.write(`${summary.join(', ')}\n`)
}

const migrate = async ({ json }: { json?: true }): Promise<void> => {
  const config = readConfig()
  await using opened = await open({ config, log: createLog({ level: config.logLevel }) })
  const { migrations } = opened
  if (json) return announce({ event: 'migrated', applied: migrations.join(',') })
  process.stdout.write(migrations.length > 0 ? `applied ${migrations.join(', ')}\n` : 'nothing to apply\n')
}

const program = new Command('probata').description('Self-hosted governance workspace')

program
  .command('serve', { isDefault: true })
  .description('start the server')
  .addHelpText('after', `\n${describeVariables()}`)
  .action(serve)

program
  .command('migrate')
  .description('bring the schema of the database up to date')
  .option('--json', 'one line of JSON')
  .action(migrate)

program
  .command('provision')
  .argument('<file>', 'organizations, people, service accounts and requirements, as JSON')
  .description('apply a provisioning file: idempotent, nothing is deleted, all of it or nothing')
  .option('--json', 'one line of JSON for each generated secret and for the result')
  .action(provision)

const defects = [TypeError, ReferenceError, RangeError, SyntaxError]

// What stops a start is told in its sentence; only a defect of the program shows where it is.
const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (defects.some(kind => error instanceof kind)) return error.stack ?? error.message
  const inUse = 'code' in error && error.code === 'EADDRINUSE'
  return inUse ? `${error.message}; stop the other program or choose another PORT, such as PORT=8081` : error.message
}

try {
  await program.parseAsync()
  process.exit(0)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}
