import { Group, Radio, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { useRefresh } from '#web/api/refresh.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { SecretInput } from '#web/ui/secret-input.tsx'

interface Props {
  readonly settings: { readonly storageKeyProvider: Schemas['StorageKeyProvider']; readonly etag: string }
  readonly opened: boolean
  readonly onClose: () => void
}

const secrets = ['token']

/** The form for the key provider, which wraps the keys. Saving tests the provider and shows its errors. */
export const KeyProviderForm = ({ settings, opened, onClose }: Props) => {
  const { storageKeyProvider: provider } = settings
  const { t } = useTranslation('keys')
  const refresh = useRefresh()
  const form = useForm({
    initialValues: {
      kind: provider.kind,
      address: provider.address ?? '',
      mount: provider.mount ?? 'transit',
      keyName: provider.keyName ?? '',
      namespace: provider.namespace ?? '',
      token: '',
      reason: '',
    },
  })
  const { kind, address, mount, keyName, namespace, token } = form.values
  const isVault = kind === 'vault-transit'
  const hasToken = provider.kind === 'vault-transit'

  const save = async (reason: string, header: IfMatch) => {
    const vaultFields = {
      ...{ address: address.trim(), mount: mount.trim(), keyName: keyName.trim() },
      ...(namespace.trim() && { namespace: namespace.trim() }),
      ...(token && { token }),
    }
    const body = { kind, reason, ...(isVault && vaultFields) }
    await unwrap(client.POST('/api/workspace/storage-key-provider', { params: { header }, body }))
    await refresh()
  }

  return (
    <ActionDialog
      operation="setStorageKeyProvider"
      opened={opened}
      onClose={onClose}
      title={t('change')}
      text={t('changeText')}
      submit={t('save')}
      form={form}
      secrets={secrets}
      record={settings}
      ready={!isVault || ([address, mount, keyName].every(text => text.trim()) && (hasToken || token !== ''))}
      onSubmit={save}
      size="lg"
    >
      <Radio.Group label={t('holder')} {...form.getInputProps('kind')}>
        <Group mt={4}>
          {enums.StorageKeyProvider.kind.map(option => (
            <Radio key={option} value={option} label={t(`kind.${option}`)} />
          ))}
        </Group>
      </Radio.Group>
      {isVault && (
        <>
          <TextInput
            label={t('address')}
            description={t('addressHint')}
            required
            maxLength={2048}
            {...form.getInputProps('address')}
          />
          <TextInput label={t('mount')} required maxLength={200} {...form.getInputProps('mount')} />
          <TextInput label={t('keyName')} required maxLength={200} {...form.getInputProps('keyName')} />
          <TextInput
            label={t('namespace')}
            description={t('namespaceHint')}
            maxLength={200}
            {...form.getInputProps('namespace')}
          />
          <SecretInput
            label={t('token')}
            description={t(hasToken ? 'tokenKept' : 'tokenHint')}
            required={!hasToken}
            autoComplete="off"
            {...form.getInputProps('token')}
          />
        </>
      )}
    </ActionDialog>
  )
}
