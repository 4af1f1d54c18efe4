import { runningConnection } from '#db/embedded/running.ts'
import type { Log } from '#lib/log.ts'
import type { Config } from '#src/config.ts'
import { beginFactorReset } from '#src/features/access/factor-reset/begin-factor-reset.ts'
import { open } from '#src/system.ts'

/** Opens the database of a running server, or starts one while the command runs. */
export const openAccounts = async (config: Config, openLog: (level: Config['logLevel']) => Log) => {
  const runningServer = config.databaseUrl ? undefined : await runningConnection(config.dataDir).catch(() => undefined)
  const system = await open({
    config,
    log: openLog(config.logLevel),
    ...(runningServer && { connection: runningServer }),
  })
  const { services } = system
  return { services, begin: beginFactorReset, [Symbol.asyncDispose]: () => system[Symbol.asyncDispose]() }
}
