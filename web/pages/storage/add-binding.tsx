import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import type { Binding } from './binding.ts'
import { CredentialFields, noCredentials, secrets } from './credential-fields.tsx'
import { isProvider, type Provider, providers } from './providers.ts'
import { RetentionField } from './retention-field.tsx'
import { SettingsFields, settingsOf } from './settings-fields.tsx'

/** Adds a bucket as a draft binding, to be validated and activated on its own page. */
export const AddBinding = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('storage')
  const refresh = useRefresh()
  const navigate = useNavigate()
  const [provider, setProvider] = useState<Provider>()
  const form = useForm({
    initialValues: {
      name: '',
      settings: { endpoint: '', region: '', bucket: '', prefix: '', pathStyle: false },
      encryption: 'envelope' as Binding['encryption'],
      retention: 'none' as Binding['retention'],
      credentials: noCredentials,
      reason: '',
    },
  })
  const { settings, credentials, encryption, retention } = form.values
  const name = form.values.name.trim()
  const requiredValues = [name, settings.endpoint, settings.region, settings.bucket, ...Object.values(credentials)]
  const usualSettings = provider && providers[provider]

  const selectProvider = (name: string) => {
    const newProvider = isProvider(name) ? name : undefined
    setProvider(newProvider)
    if (newProvider) form.setFieldValue('settings.pathStyle', providers[newProvider].pathStyle)
  }
  const add = async (reason: string) => {
    const body = {
      name,
      kind: 's3',
      settings: settingsOf(settings),
      encryption,
      retention,
      credentials,
      reason,
    } as const
    const { id: bindingId } = await unwrap(client.POST('/api/workspace/storage-bindings', { body }))
    await refresh()
    void navigate({ to: '/storage/bindings/$bindingId', params: { bindingId } })
  }

  return (
    <ActionDialog
      operation="createStorageBinding"
      opened={opened}
      onClose={onClose}
      title={t('bindings.add')}
      text={t('form.text')}
      submit={t('bindings.add')}
      form={form}
      secrets={secrets}
      ready={requiredValues.every(value => value.trim() !== '')}
      onSubmit={add}
      size="lg"
    >
      <TextInput
        label={t('bindings.name')}
        description={t('form.nameHint')}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label={t('form.provider')}
        description={t('form.providerHint')}
        value={provider ?? ''}
        onChange={event => selectProvider(event.currentTarget.value)}
        data={[{ value: '', label: t('form.other') }, ...Object.keys(providers)]}
      />
      <SettingsFields
        form={form}
        {...(usualSettings && { endpointExample: usualSettings.endpoint, regionExample: usualSettings.region })}
      />
      <Checkbox
        label={t('form.encryption')}
        description={t('form.encryptionHint')}
        checked={encryption === 'envelope'}
        onChange={event => form.setFieldValue('encryption', event.currentTarget.checked ? 'envelope' : 'none')}
      />
      <RetentionField form={form} />
      <CredentialFields form={form} />
    </ActionDialog>
  )
}
