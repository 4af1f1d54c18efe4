import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { invalid } from '#http/errors.ts'
import { Line } from '#http/schema.ts'
import { BindingParams, bindingSurface, encryptions, Retention, StorageBinding } from './binding.ts'
import { lockBindingForChange, nextBindingStatus, writeBinding } from './change-binding.ts'
import { S3SettingsInput } from './settings.ts'

/** Settings, encryption and retention are fixed once the binding has been active, since it may hold files. */
export const updateStorageBinding = changeEndpoint({
  name: 'updateStorageBinding',
  summary: 'Rename a storage binding, or change its settings before it is activated; it must then be validated again',
  tag: 'Storage',
  method: 'PATCH',
  ...bindingSurface('/{bindingId}'),
  status: 200,
  action: 'storage.binding.update',
  params: BindingParams,
  body: Type.Object({
    name: Type.Optional(Line(200)),
    settings: Type.Optional(S3SettingsInput),
    encryption: Type.Optional(Type.Enum([...encryptions])),
    retention: Type.Optional(Retention),
  }),
  response: StorageBinding,
  errors: ['not_found', 'unprocessable'],
  needs: ['objectStores'],
  async run(change, { params, body: { name, settings, encryption, retention } }) {
    const row = await lockBindingForChange(change, params.bindingId)
    const renamed = { name: name ?? row.name }
    if ([settings, encryption, retention].every(value => value === undefined)) return writeBinding(change, row, renamed)
    const status = nextBindingStatus(row, 'change')
    const problem = settings && (await change.objectStores.problem(settings.endpoint))
    if (problem !== undefined) throw invalid(['settings', 'endpoint'], problem)
    return writeBinding(change, row, {
      ...renamed,
      status,
      settings: settings ? JSON.stringify(settings) : row.settings,
      encryption: encryption ?? row.encryption,
      retention: retention ?? row.retention,
      validated_at: null,
      revision: row.revision + 1,
    })
  },
})
