import { Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import type { Binding } from './binding.ts'
import { CredentialFields, noCredentials, secrets } from './credential-fields.tsx'
import { RetentionField } from './retention-field.tsx'
import { SettingsFields, settingsOf } from './settings-fields.tsx'

interface Props {
  readonly binding: Binding
  readonly dialog: { readonly opened: boolean; readonly close: () => void }
}

const path = '/api/workspace/storage-bindings/{bindingId}'

export const RenameBinding = ({ binding, dialog }: Props) => {
  const { t } = useTranslation('storage')
  const refresh = useRefresh()
  const form = useForm({ initialValues: { name: binding.name, reason: '' } })
  const name = form.values.name.trim()
  const save = async (reason: string, header: IfMatch) => {
    const params = { path: { bindingId: binding.id }, header }
    await unwrap(client.PATCH(path, { params, body: { name, reason } }))
    await refresh()
  }
  return (
    <ActionDialog
      operation="updateStorageBinding"
      opened={dialog.opened}
      onClose={dialog.close}
      title={t('actions.rename')}
      text={t('actions.renameText')}
      submit={t('actions.rename')}
      form={form}
      record={binding}
      ready={name !== ''}
      onSubmit={save}
    >
      <TextInput label={t('bindings.name')} required maxLength={200} data-autofocus {...form.getInputProps('name')} />
    </ActionDialog>
  )
}

/**
 * Changes the settings of an unused bucket. The endpoint must be entered again, because the record shows only its host.
 */
export const ChangeSettings = ({ binding, dialog }: Props) => {
  const { t } = useTranslation('storage')
  const refresh = useRefresh()
  const { region, bucket, prefix, pathStyle } = binding
  const form = useForm({
    initialValues: {
      settings: { endpoint: '', region: region ?? '', bucket: bucket ?? '', prefix: prefix ?? '', pathStyle },
      encryption: binding.encryption,
      retention: binding.retention,
      reason: '',
    },
  })
  const { settings, encryption, retention } = form.values
  const save = async (reason: string, header: IfMatch) => {
    const params = { path: { bindingId: binding.id }, header }
    const body = { settings: settingsOf(settings), encryption, retention, reason }
    await unwrap(client.PATCH(path, { params, body }))
    await refresh()
  }
  return (
    <ActionDialog
      operation="updateStorageBinding"
      opened={dialog.opened}
      onClose={dialog.close}
      title={t('actions.settings')}
      text={t('actions.settingsText')}
      submit={t('actions.settings')}
      form={form}
      record={binding}
      ready={[settings.endpoint, settings.region, settings.bucket].every(value => value.trim() !== '')}
      onSubmit={save}
      size="lg"
    >
      <SettingsFields form={form} endpointExample={`https://${binding.endpointHost ?? ''}`} />
      <Checkbox
        label={t('form.encryption')}
        description={t('form.encryptionHint')}
        checked={encryption === 'envelope'}
        onChange={event => form.setFieldValue('encryption', event.currentTarget.checked ? 'envelope' : 'none')}
      />
      <RetentionField form={form} />
    </ActionDialog>
  )
}

export const ReplaceCredentials = ({ binding, dialog }: Props) => {
  const { t } = useTranslation('storage')
  const refresh = useRefresh()
  const form = useForm({ initialValues: { credentials: noCredentials, reason: '' } })
  const { credentials } = form.values
  const replace = async (reason: string, header: IfMatch) => {
    const params = { path: { bindingId: binding.id }, header }
    await unwrap(client.POST(`${path}/credentials`, { params, body: { credentials, reason } }))
    await refresh()
  }
  return (
    <ActionDialog
      operation="replaceStorageCredentials"
      opened={dialog.opened}
      onClose={dialog.close}
      title={t('actions.credentials')}
      text={t('actions.credentialsText')}
      submit={t('actions.credentials')}
      form={form}
      secrets={secrets}
      record={binding}
      ready={Object.values(credentials).every(value => value.trim() !== '')}
      onSubmit={replace}
    >
      <CredentialFields form={form} />
    </ActionDialog>
  )
}
