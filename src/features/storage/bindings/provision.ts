import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Line } from '#http/schema.ts'
import { type EntryPosition, type Provisioning, section } from '#shared/provision.ts'
import { type BindingRow, encryptions, Retention } from './binding.ts'
import { findBindingSecrets, lockBindingByName } from './binding-queries.ts'
import { bringIntoUse } from './bring-into-use.ts'
import { nextBindingStatus, writeBinding } from './change-binding.ts'
import { readCredentialsFile } from './credentials-file.ts'
import { type BindingInput, makeBinding } from './make-binding.ts'
import { credentialsBinding, S3CredentialsInput, S3SettingsInput } from './settings.ts'
import { auditCredentials, storeCredentials, tryCredentials } from './store-credentials.ts'

const requireEndpoint = async ({ objectStores }: Provisioning, { endpoint }: S3SettingsInput, place: EntryPosition) => {
  const problem = await objectStores.problem(endpoint)
  if (problem !== undefined)
    throw place.mistake('settings', `has an address that cannot be used: endpoint ${problem.text}`)
}

const create = async (change: Provisioning, given: BindingInput, place: EntryPosition): Promise<string> => {
  const made = makeBinding(change, given).catch(error => {
    throw error instanceof Refusal ? place.mistake('name', `cannot be added: ${error.message}`) : error
  })
  return (await made).id
}

/** Changes the settings of a binding, which is only allowed before its first activation. */
const changeSettings = (
  change: Provisioning,
  row: BindingRow,
  { settings, encryption, retention }: BindingInput,
  place: EntryPosition,
) => {
  if (row.status !== 'draft' && row.status !== 'validated')
    throw place.mistake('settings', `cannot be changed: the storage binding is ${row.status}, and it may hold files`)
  const status = nextBindingStatus(row, 'change')
  const revision = row.revision + 1
  const changed = { settings: JSON.stringify(settings), encryption, retention, validated_at: null, revision }
  writeBinding(change, row, { ...changed, status }, 'storage.binding.update')
}

const hasCredentials = async ({ tx, sealer, organizationId }: Provisioning, id: string, given: S3CredentialsInput) => {
  const [found] = await tx.query(findBindingSecrets, { id })
  if (!found?.credentials) return false
  const stored = sealer.open(found.credentials, credentialsBinding(organizationId, id))
  return isDeepStrictEqual(readRecord(S3CredentialsInput, stored), given)
}

/**
 * The list `storageBindings` of the provisioning file, whose entries are matched by name. A retired binding stays
 * retired.
 */
export const storageBindings = section({
  name: 'storageBindings',
  key: 'name',
  entry: Type.Object(
    {
      name: Line(200),
      settings: S3SettingsInput,
      encryption: Type.Optional(Type.Enum([...encryptions])),
      retention: Type.Optional(Retention),
      credentialsFile: Type.String({ minLength: 1, maxLength: 4096 }),
      active: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  async prepare(_services, { credentialsFile, active = false, ...entry }, place) {
    const credentials = await readCredentialsFile(credentialsFile, place)
    const given: BindingInput = { encryption: 'envelope', retention: 'none', ...entry, credentials }
    return async change => {
      const [row] = await change.tx.query(lockBindingByName, { name: given.name })
      if (!row) {
        await requireEndpoint(change, given.settings, place)
        const id = await create(change, given, place)
        if (active) change.later(begin => bringIntoUse(change, id, begin))
        return 'created'
      }
      if (row.kind !== 's3') throw place.mistake('name', 'is the name of the folder of the install')
      if (row.status === 'retired') return 'unchanged'
      const isUnused = row.status === 'draft' || row.status === 'validated'
      const isSame =
        isDeepStrictEqual(readRecord(S3SettingsInput, row.settings), given.settings) &&
        row.encryption === given.encryption &&
        row.retention === given.retention
      if (!isSame) {
        await requireEndpoint(change, given.settings, place)
        changeSettings(change, row, given, place)
      }
      const isKnown = await hasCredentials(change, row.id, given.credentials)
      // New credentials of a binding in use are probed first, which takes too long for a transaction.
      if (!isKnown && isUnused)
        await auditCredentials(change, row.id, storeCredentials(change, row.id, given.credentials))
      if (!isKnown && !isUnused) change.later(begin => tryCredentials(change, row.id, given.credentials, begin))
      if (active && isUnused) change.later(begin => bringIntoUse(change, row.id, begin))
      return isSame && isKnown ? 'unchanged' : 'updated'
    }
  },
})
