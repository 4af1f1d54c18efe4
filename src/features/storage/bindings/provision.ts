import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Line } from '#http/schema.ts'
import { type EntryPosition, type Provisioning, section } from '#shared/provision.ts'
import { type BindingRow, encryptions, Retention } from './binding.ts'
import { findBindingSecrets, lockBindingByName } from './binding-queries.ts'
import { nextBindingStatus, writeBinding } from './change-binding.ts'
import { readCredentialsFile } from './credentials-file.ts'
import { type BindingInput, makeBinding } from './make-binding.ts'
import { credentialsBinding, S3CredentialsInput, S3SettingsInput } from './settings.ts'
import { auditCredentials, storeCredentials, tryCredentials } from './store-credentials.ts'
import { validateAndActivate } from './validate-and-activate.ts'

const requireEndpoint = async (
  { objectStores }: Provisioning,
  { endpoint }: S3SettingsInput,
  position: EntryPosition,
) => {
  const problem = await objectStores.problem(endpoint)
  if (problem !== undefined)
    throw position.mistake('settings', `has an address that cannot be used: endpoint ${problem.text}`)
}

const createBinding = async (change: Provisioning, input: BindingInput, position: EntryPosition): Promise<string> => {
  const created = makeBinding(change, input).catch(error => {
    throw error instanceof Refusal ? position.mistake('name', `cannot be added: ${error.message}`) : error
  })
  return (await created).id
}

/** Changes the settings of a binding, which is only allowed before its first activation. */
const changeSettings = (
  change: Provisioning,
  row: BindingRow,
  { settings, encryption, retention }: BindingInput,
  position: EntryPosition,
) => {
  if (row.status !== 'draft' && row.status !== 'validated')
    throw position.mistake('settings', `cannot be changed: the storage binding is ${row.status}, and it may hold files`)
  const status = nextBindingStatus(row, 'change')
  const revision = row.revision + 1
  const changed = { settings: JSON.stringify(settings), encryption, retention, validated_at: null, revision }
  writeBinding(change, row, { ...changed, status }, 'storage.binding.update')
}

const hasCredentials = async ({ tx, sealer, organizationId }: Provisioning, id: string, input: S3CredentialsInput) => {
  const [secrets] = await tx.query(findBindingSecrets, { id })
  if (!secrets?.credentials) return false
  const stored = sealer.open(secrets.credentials, credentialsBinding(organizationId, id))
  return isDeepStrictEqual(readRecord(S3CredentialsInput, stored), input)
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
  async prepare(_services, { credentialsFile, active = false, ...entry }, position) {
    const credentials = await readCredentialsFile(credentialsFile, position)
    const input: BindingInput = { encryption: 'envelope', retention: 'none', ...entry, credentials }
    return async change => {
      const [row] = await change.tx.query(lockBindingByName, { name: input.name })
      if (!row) {
        await requireEndpoint(change, input.settings, position)
        const id = await createBinding(change, input, position)
        if (active) change.later(begin => validateAndActivate(change, id, begin))
        return 'created'
      }
      if (row.kind !== 's3') throw position.mistake('name', 'is the name of the folder of the install')
      if (row.status === 'retired') return 'unchanged'
      const isUnused = row.status === 'draft' || row.status === 'validated'
      const hasSameSettings =
        isDeepStrictEqual(readRecord(S3SettingsInput, row.settings), input.settings) &&
        row.encryption === input.encryption &&
        row.retention === input.retention
      if (!hasSameSettings) {
        await requireEndpoint(change, input.settings, position)
        changeSettings(change, row, input, position)
      }
      const hasSameCredentials = await hasCredentials(change, row.id, input.credentials)
      // New credentials of a binding in use are probed first, outside the transaction because probes take long.
      if (!hasSameCredentials && isUnused)
        await auditCredentials(change, row.id, storeCredentials(change, row.id, input.credentials))
      if (!hasSameCredentials && !isUnused)
        change.later(begin => tryCredentials(change, row.id, input.credentials, begin))
      if (active && isUnused) change.later(begin => validateAndActivate(change, row.id, begin))
      return hasSameSettings && hasSameCredentials ? 'unchanged' : 'updated'
    }
  },
})
