import type { Config } from '#src/config.ts'
import { provision } from '#src/features/provisioning/provision.ts'
import { closeSampleOfInstall, createSampleWorkspace } from '#src/features/samples/create-sample-workspace.ts'
import { endpoints, sections } from '#src/features.ts'
import { type OpenLog, openBesideServer } from './open-beside-server.ts'

/** Opens the install for `probata sample`. */
export const openSamples = async (config: Config, openLog: OpenLog) => {
  const system = await openBesideServer(config, openLog)
  const { services } = system
  return {
    services,
    endpoints,
    provision: (file: object) => provision(services, sections, file, true),
    create: createSampleWorkspace,
    close: closeSampleOfInstall,
    [Symbol.asyncDispose]: () => system[Symbol.asyncDispose](),
  }
}
