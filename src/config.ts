import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataDirectory, unusableDataDirectory } from '#lib/data-directory.ts'
import { createKeyFile, readKeyFile } from '#lib/key-file.ts'
import { fileFault, ValueError } from '#lib/variable-values.ts'
import {
  ConfigError,
  type Environment,
  type Problem,
  readVariables,
  unknownVariables,
  type Values,
  variablesAsText,
  variableText,
} from '#lib/variables.ts'
import { variables } from './config/variables.ts'

/** The configuration. `masterKey` comes from PROBATA_MASTER_KEY, or from the file in PROBATA_MASTER_KEY_FILE. */
export type Config = Readonly<
  Omit<Values<typeof variables>, 'masterKeyFile'> & {
    /** The variable or file that contains the master key, for messages. */
    masterKeyFrom: string
  }
>

type VariableKey = keyof typeof variables

const problemWith = (row: VariableKey, says: string): Problem => ({ variable: variables[row].name, says })

const missingMasterKey = problemWith(
  'masterKey',
  'is required with DATABASE_URL; make one with `openssl rand -base64 32`',
)
const missingDatabaseUrl = problemWith('databaseAppUrl', 'is for use with DATABASE_URL, which is not set')
const twoMasterKeys = problemWith('masterKey', 'and PROBATA_MASTER_KEY_FILE are both set; keep one of them')

const missingBucketKey = problemWith('checkpointS3KeyFile', 'is required with PROBATA_CHECKPOINT_S3')
const missingTsaRoots = problemWith(
  'tsaCa',
  'is required with PROBATA_TSA_URL: a time-stamp is verified before it is kept',
)
const missingSealFile = problemWith('esealPasswordFile', 'is for use with PROBATA_ESEAL_FILE, which is not set')

const contradictions: readonly { set: readonly VariableKey[]; unset: readonly VariableKey[]; problem: Problem }[] = [
  { set: ['databaseUrl'], unset: ['masterKey', 'masterKeyFile'], problem: missingMasterKey },
  { set: ['databaseAppUrl'], unset: ['databaseUrl'], problem: missingDatabaseUrl },
  { set: ['masterKey', 'masterKeyFile'], unset: [], problem: twoMasterKeys },
  { set: ['checkpointS3'], unset: ['checkpointS3KeyFile'], problem: missingBucketKey },
  { set: ['tsaUrl'], unset: ['tsaCa'], problem: missingTsaRoots },
  { set: ['esealPasswordFile'], unset: ['esealFile'], problem: missingSealFile },
]

/** The name of the key file in the data directory, used if no key is configured. */
const keyFile = 'master.key'

/** Reads the configuration from the environment. Throws ConfigError with every problem found. */
export function readConfig(env: Environment = process.env): Config {
  const isSet = (row: VariableKey) => variableText(variables[row], env) !== undefined
  const { masterKeyFile, ...values } = readVariables(variables, env, [
    ...contradictions.filter(({ set, unset }) => set.every(isSet) && !unset.some(isSet)).map(({ problem }) => problem),
    ...unknownVariables(variables, env, 'PROBATA_'),
  ])
  const file = variableText(variables.masterKeyFile, env)
  return Object.freeze({
    ...values,
    masterKey: values.masterKey ?? masterKeyFile,
    masterKeyFrom: isSet('masterKey')
      ? variables.masterKey.name
      : file
        ? `${file} (${variables.masterKeyFile.name})`
        : join(values.dataDir, keyFile),
  })
}

/** Lists the variables with their meanings and defaults, for `npx probata serve --help`. */
export function describeVariables(): string {
  return `Environment variables:\n${variablesAsText(variables)}`
}

type KeyConfig = Pick<Config, 'masterKey' | 'databaseUrl' | 'dataDir'>

const withKeyFile = async <T>({ dataDir }: KeyConfig, work: (path: string) => T): Promise<Awaited<T>> => {
  const path = join(dataDir, keyFile)
  try {
    return await work(path)
  } catch (error) {
    if (error instanceof ValueError) throw new ConfigError([{ variable: path, says: error.message }])
    throw unusableDataDirectory(dataDir, `cannot hold the master key: it ${fileFault(error)}`)
  }
}

/**
 * Reads the 32 bytes that wrap every stored secret: the configured key or, with the embedded database,
 * `<dataDir>/master.key`. Returns undefined if no key exists yet. Throws ConfigError.
 */
export async function findMasterKey(config: KeyConfig): Promise<Buffer | undefined> {
  if (config.masterKey) return config.masterKey
  if (config.databaseUrl !== undefined) throw new ConfigError([missingMasterKey])
  return withKeyFile(config, path => (existsSync(path) ? readKeyFile(path) : undefined))
}

/** Reads the master key, and generates it (mode 0600) if it does not exist. Throws ConfigError. */
export async function makeMasterKey(config: KeyConfig): Promise<Buffer> {
  await makeDataDirectory(config.dataDir)
  return withKeyFile(config, async path => {
    await createKeyFile(path)
    return readKeyFile(path)
  })
}
