import pg from 'pg'
import { createSealer, masterKeyOf, SealedError } from '#lib/sealed.ts'
import { sessionOf, unlimited } from './session.ts'

/** The master key with which a server starts. */
export interface MasterKeyInput {
  readonly key: Buffer
  /** The variable or file with the key, for messages. */
  readonly from: string
  /** Accepts the key even if existing values were sealed with a different one. */
  readonly replace?: boolean
}

const binding = { organization: 'install', record: 'master-key', field: 'check' }

/** The columns with sealed values, in every version of the schema. `totp` dates from before migration 0013. */
const sealedColumns = [
  ['webhook_endpoint', 'secret'],
  ['identity_provider', 'client_secret'],
  ['login', 'totp_secret'],
  ['totp', 'secret'],
  ['storage_data_key', 'wrapped'],
  ['storage_key_provider', 'token'],
  ['ledger_key', 'sealed'],
  ['sign_on_key', 'private_key'],
  ['access_proposal', 'client_secret'],
] as const

const lossRemedy =
  'If that key is lost for good, `npx probata replace-master-key` accepts a new one; webhook secrets, second factors and ' +
  'the secret of the identity provider must then be set again, and encrypted files can no longer be opened.'

const exists = async (client: pg.ClientBase, table: string): Promise<boolean> => {
  const { rows } = await client.query('select to_regclass($1) is not null as there', [`public.${table}`])
  return rows[0]?.there === true
}

const readCheckValue = async (client: pg.ClientBase): Promise<string | undefined> => {
  if (!(await exists(client, 'master_key_check'))) return undefined
  const { rows } = await client.query<{ sealed: string }>('select sealed from master_key_check')
  return rows[0]?.sealed
}

/** Whether any value is sealed (`some`), and whether any is sealed under the key with this id (`ours`). */
const sealedUnder = async (client: pg.ClientBase, id: string): Promise<{ some: boolean; ours: boolean }> => {
  const result = { some: false, ours: false }
  for (const [table, column] of sealedColumns) {
    if (!(await exists(client, table))) continue
    const { rows } = await client.query<{ some: boolean; ours: boolean | null }>(
      `select count(${column}) > 0 as some, bool_or(starts_with(${column}, $1)) as ours from ${table}`,
      [`v1.${id}.`],
    )
    result.some ||= rows[0]?.some === true
    result.ours ||= rows[0]?.ours === true
  }
  return result
}

const canOpen = (sealed: string, key: Buffer): boolean => {
  try {
    createSealer({ current: masterKeyOf(key) }).open(sealed, binding)
    return true
  } catch (error) {
    if (error instanceof SealedError) return false
    throw error
  }
}

const isRight = async (client: pg.ClientBase, key: Buffer): Promise<boolean> => {
  const check = await readCheckValue(client)
  if (check !== undefined) return canOpen(check, key)
  const { some, ours } = await sealedUnder(client, masterKeyOf(key).id)
  return ours || !some
}

/**
 * Throws if the database was used with a different master key. The error has the source of this key and the remedy.
 * Must be called before anything is changed, with the owner's client, which sees every organization.
 */
export const requireMasterKey = async (
  client: pg.ClientBase,
  { key, from, replace }: MasterKeyInput,
): Promise<void> => {
  if (replace || (await isRight(client, key))) return
  throw new Error(
    `The master key in ${from} is not the one that this database is used with, so its secrets could not be opened: ` +
      `restore the right key from its backup. ${lossRemedy}`,
  )
}

/** Seals the check value if it does not exist, or if the key replaces another one. */
export const recordMasterKey = async (client: pg.ClientBase, { key, replace }: MasterKeyInput): Promise<void> => {
  const check = await readCheckValue(client)
  if (check !== undefined && !(replace && !canOpen(check, key))) return
  const sealed = createSealer({ current: masterKeyOf(key) }).seal('the right key', binding)
  await client.query(
    'insert into master_key_check (sealed) values ($1) on conflict (only_one) do update set sealed = excluded.sealed',
    [sealed],
  )
}

/** Throws if the database contains sealed values although there is no key at `path`. */
export const requireNothingSealed = async (owner: pg.ClientConfig, path: string): Promise<void> => {
  const client = new pg.Client(sessionOf({ connectionTimeoutMillis: 15_000, ...owner }, unlimited))
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query("set probata.migrating = 'on'")
    const isSealed = (await readCheckValue(client)) !== undefined || (await sealedUnder(client, '')).some
    if (!isSealed) return
    throw new Error(
      `There is no master key in ${path}, but this database is used with one: restore the file from its backup. ${lossRemedy}`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}
