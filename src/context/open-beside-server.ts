import { runningConnection } from '#db/embedded/running.ts'
import type { Log } from '#lib/log.ts'
import type { Config } from '#src/config.ts'
import { type OpenedSystem, open } from '#src/system.ts'

export type OpenLog = (level: Config['logLevel']) => Log

/** Opens the database of a running server, or starts one while the command runs. */
export const openBesideServer = async (config: Config, openLog: OpenLog): Promise<OpenedSystem> => {
  const runningServer = config.databaseUrl ? undefined : await runningConnection(config.dataDir).catch(() => undefined)
  return open({
    config,
    log: openLog(config.logLevel),
    ...(runningServer && { connection: runningServer }),
  })
}
