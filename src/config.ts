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

/** The configuration; `masterKey` comes from the variable, or from the file named by one. */
export type Config = Readonly<
  Omit<Values<typeof variables>, 'masterKeyFile'> & {
    /** The source of the master key, for people: the variable or the file. */
    masterKeyFrom: string
  }
>

type Row = keyof typeof variables

const wrong = (row: Row, says: string): Problem => ({ variable: variables[row].name, says })

const keyNeeded = wrong('masterKey', 'is required with DATABASE_URL; make one with `openssl rand -base64 32`')
const databaseNeeded = wrong('databaseAppUrl', 'is for use with DATABASE_URL, which is not set')
const twoKeys = wrong('masterKey', 'and PROBATA_MASTER_KEY_FILE are both set; keep one of them')

const bucketKeyNeeded = wrong('checkpointS3KeyFile', 'is required with PROBATA_CHECKPOINT_S3')
const rootsNeeded = wrong('tsaCa', 'is required with PROBATA_TSA_URL: a time-stamp is verified before it is kept')
const sealNeeded = wrong('esealPasswordFile', 'is for use with PROBATA_ESEAL_FILE, which is not set')

const contradictions: readonly { set: readonly Row[]; unset: readonly Row[]; problem: Problem }[] = [
  { set: ['databaseUrl'], unset: ['masterKey', 'masterKeyFile'], problem: keyNeeded },
  { set: ['databaseAppUrl'], unset: ['databaseUrl'], problem: databaseNeeded },
  { set: ['masterKey', 'masterKeyFile'], unset: [], problem: twoKeys },
  { set: ['checkpointS3'], unset: ['checkpointS3KeyFile'], problem: bucketKeyNeeded },
  { set: ['tsaUrl'], unset: ['tsaCa'], problem: rootsNeeded },
  { set: ['esealPasswordFile'], unset: ['esealFile'], problem: sealNeeded },
]

/** The key file: in the data directory, unless the key is configured. */
const keyFile = 'master.key'

/** Environment → Config. Throws ConfigError with every problem found. */
export function readConfig(env: Environment = process.env): Config {
  const given = (row: Row) => variableText(variables[row], env) !== undefined
  const { masterKeyFile, ...values } = readVariables(variables, env, [
    ...contradictions.filter(({ set, unset }) => set.every(given) && !unset.some(given)).map(({ problem }) => problem),
    ...unknownVariables(variables, env, 'PROBATA_'),
  ])
  const file = variableText(variables.masterKeyFile, env)
  return Object.freeze({
    ...values,
    masterKey: values.masterKey ?? masterKeyFile,
    masterKeyFrom: given('masterKey')
      ? variables.masterKey.name
      : file
        ? `${file} (${variables.masterKeyFile.name})`
        : join(values.dataDir, keyFile),
  })
}

/** The variables with meaning and default, for `npx probata serve --help`. */
export function describeVariables(): string {
  return `Environment variables:\n${variablesAsText(variables)}`
}

type KeyConfig = Pick<Config, 'masterKey' | 'databaseUrl' | 'dataDir'>

const inKeyFile = async <T>({ dataDir }: KeyConfig, work: (path: string) => T): Promise<Awaited<T>> => {
  const path = join(dataDir, keyFile)
  try {
    return await work(path)
  } catch (error) {
    if (error instanceof ValueError) throw new ConfigError([{ variable: path, says: error.message }])
    throw unusableDataDirectory(dataDir, `cannot hold the master key: it ${fileFault(error)}`)
  }
}

/**
 * The 32 bytes that wrap every stored secret: the configured key or, with the embedded database,
 * `<dataDir>/master.key`; undefined if none exists yet. Throws ConfigError.
 */
export async function findMasterKey(config: KeyConfig): Promise<Buffer | undefined> {
  if (config.masterKey) return config.masterKey
  if (config.databaseUrl !== undefined) throw new ConfigError([keyNeeded])
  return inKeyFile(config, path => (existsSync(path) ? readKeyFile(path) : undefined))
}

/** The same key, generated (mode 0600) if none exists. Throws ConfigError. */
export async function makeMasterKey(config: KeyConfig): Promise<Buffer> {
  await makeDataDirectory(config.dataDir)
  return inKeyFile(config, async path => {
    await createKeyFile(path)
    return readKeyFile(path)
  })
}
