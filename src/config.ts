import { join } from 'node:path'
import { makeDataDirectory, unusableDataDirectory } from '#lib/data-directory.ts'
import { createKeyFile, readKeyFile } from '#lib/key-file.ts'
import { fileFault, ValueError } from '#lib/variable-values.ts'
import {
  ConfigError,
  describe,
  type Environment,
  type Problem,
  readVariables,
  textOf,
  unknownVariables,
  type Values,
} from '#lib/variables.ts'
import { variables } from './config/variables.ts'

/** What the environment says; `masterKey` comes from the variable or the file it names. */
export type Config = Readonly<Omit<Values<typeof variables>, 'masterKeyFile'>>

const keyNeeded: Problem = {
  variable: variables.masterKey.name,
  reason: 'is required with DATABASE_URL; make one with `openssl rand -base64 32`',
}

type Row = keyof typeof variables

const contradictions: readonly { set: readonly Row[]; unset: readonly Row[]; problem: Problem }[] = [
  { set: ['databaseUrl'], unset: ['masterKey', 'masterKeyFile'], problem: keyNeeded },
  {
    set: ['databaseAppUrl'],
    unset: ['databaseUrl'],
    problem: { variable: variables.databaseAppUrl.name, reason: 'is for use with DATABASE_URL, which is not set' },
  },
  {
    set: ['masterKey', 'masterKeyFile'],
    unset: [],
    problem: {
      variable: variables.masterKey.name,
      reason: 'and PROBATA_MASTER_KEY_FILE are both set; keep one of them',
    },
  },
]

/** Environment → Config. Throws ConfigError with every problem found. */
export function readConfig(env: Environment = process.env): Config {
  const given = (row: Row) => textOf(variables[row], env) !== undefined
  const reading = readVariables(variables, env)
  const problems = [
    ...('problems' in reading ? reading.problems : []),
    ...contradictions.filter(({ set, unset }) => set.every(given) && !unset.some(given)).map(({ problem }) => problem),
    ...unknownVariables(variables, env, 'PROBATA_'),
  ]
  if ('problems' in reading || problems.length > 0) throw new ConfigError(problems)
  const { masterKeyFile, ...values } = reading.values
  return Object.freeze({ ...values, masterKey: values.masterKey ?? masterKeyFile })
}

/** The variables with meaning and default, for `npx probata serve --help`. */
export function describeVariables(): string {
  return `Environment variables:\n${describe(variables)}`
}

/**
 * The 32 bytes that wrap every stored secret: the configured key or, with the embedded database,
 * `<dataDir>/master.key`, generated (mode 0600) when there is none. Throws ConfigError.
 */
export async function loadMasterKey(config: Pick<Config, 'masterKey' | 'databaseUrl' | 'dataDir'>): Promise<Buffer> {
  if (config.masterKey) return config.masterKey
  if (config.databaseUrl !== undefined) throw new ConfigError([keyNeeded])
  await makeDataDirectory(config.dataDir)
  const path = join(config.dataDir, 'master.key')
  try {
    await createKeyFile(path)
    return readKeyFile(path)
  } catch (error) {
    if (error instanceof ValueError) throw new ConfigError([{ variable: path, reason: error.message }])
    throw unusableDataDirectory(config.dataDir, `cannot hold the master key: it ${fileFault(error)}`)
  }
}
