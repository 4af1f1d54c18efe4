import { once } from 'node:events'
import { Command } from 'commander'
import { createLog } from '#lib/log.ts'
import { ConfigError, describeVariables, readConfig } from './config.ts'
import { start } from './system.ts'

const serve = async (): Promise<void> => {
  const config = readConfig()
  const log = createLog({ level: config.logLevel })
  const stop = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  await using system = await start({ config, log })
  process.stdout.write(`${JSON.stringify({ event: 'ready', url: system.url, pid: process.pid })}\n`)
  await stop
  log.info({ event: 'stopping' })
}

const program = new Command('probata').description('Self-hosted governance workspace')

program
  .command('serve', { isDefault: true })
  .description('start the server')
  .addHelpText('after', `\n${describeVariables()}`)
  .action(serve)

try {
  await program.parseAsync()
  process.exit(0)
} catch (error) {
  const known = error instanceof ConfigError
  process.stderr.write(`${error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : error}\n`)
  process.exit(1)
}
