import type { Config } from '#src/config.ts'
import { beginFactorReset } from '#src/features/access/factor-reset/begin-factor-reset.ts'
import { type OpenLog, openBesideServer } from './open-beside-server.ts'

/** Opens the install for `probata account`. */
export const openAccounts = async (config: Config, openLog: OpenLog) => {
  const system = await openBesideServer(config, openLog)
  const { services } = system
  return { services, begin: beginFactorReset, [Symbol.asyncDispose]: () => system[Symbol.asyncDispose]() }
}
