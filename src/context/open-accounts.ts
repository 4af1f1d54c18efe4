import { runningConnection } from '#db/embedded/running.ts'
import type { Log } from '#lib/log.ts'
import type { Config } from '#src/config.ts'
import { beginFactorReset } from '#src/features/access/factor-reset/begin-factor-reset.ts'
import { open } from '#src/system.ts'

/** The database of a running server, or else our own for as long as the command takes. */
export const openAccounts = async (config: Config, openLog: (level: Config['logLevel']) => Log) => {
  const running = config.databaseUrl ? undefined : await runningConnection(config.dataDir).catch(() => undefined)
  const opened = await open({ config, log: openLog(config.logLevel), ...(running && { connection: running }) })
  const { services } = opened
  return { services, begin: beginFactorReset, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() }
}
