import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { invalid } from '#http/errors.ts'
import { Line } from '#http/schema.ts'
import { bindingSurface, encryptions, Retention, StorageBinding } from './binding.ts'
import { makeBinding } from './make-binding.ts'
import { S3CredentialsInput, S3SettingsInput } from './settings.ts'

/** Does not contact the provider yet. */
export const createStorageBinding = changeEndpoint({
  name: 'createStorageBinding',
  summary: 'Add a bucket as a storage binding; it is used once it is validated and activated',
  tag: 'Storage',
  method: 'POST',
  ...bindingSurface(''),
  status: 201,
  action: 'storage.binding.create',
  sends: true,
  body: Type.Object({
    name: Line(200),
    kind: Type.Enum(['s3']),
    settings: S3SettingsInput,
    encryption: Type.Optional(
      Type.Enum([...encryptions], { description: 'envelope by default: files are encrypted before they leave.' }),
    ),
    retention: Type.Optional(Retention),
    credentials: S3CredentialsInput,
  }),
  response: StorageBinding,
  errors: ['forbidden_resource', 'unprocessable'],
  needs: ['entitlements', 'objectStores'],
  async run(change, { body: { encryption = 'envelope', retention = 'none', ...input } }) {
    const problem = await change.objectStores.problem(input.settings.endpoint)
    if (problem !== undefined) throw invalid(['settings', 'endpoint'], problem)
    return makeBinding(change, { ...input, encryption, retention })
  },
})
