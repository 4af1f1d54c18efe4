import { runningConnection } from '#db/embedded/running.ts'
import type { Log } from '#lib/log.ts'
import type { Config } from '#src/config.ts'
import { provision } from '#src/features/provisioning/provision.ts'
import { closeSampleOfInstall, createSampleWorkspace } from '#src/features/samples/create-sample-workspace.ts'
import { endpoints, sections } from '#src/features.ts'
import { open } from '#src/system.ts'

/** Opens the database of a running server, or starts one while the command runs. */
export const openSamples = async (config: Config, openLog: (level: Config['logLevel']) => Log) => {
  const runningServer = config.databaseUrl ? undefined : await runningConnection(config.dataDir).catch(() => undefined)
  const system = await open({
    config,
    log: openLog(config.logLevel),
    ...(runningServer && { connection: runningServer }),
  })
  const { services } = system
  return {
    services,
    endpoints,
    provision: (file: object) => provision(services, sections, file),
    create: createSampleWorkspace,
    close: closeSampleOfInstall,
    [Symbol.asyncDispose]: () => system[Symbol.asyncDispose](),
  }
}
