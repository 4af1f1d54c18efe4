import { NumberInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'

type NewToken = Schemas['ProvisioningTokenWithText']

interface DialogProps {
  readonly onClose: () => void
  readonly onCreated: (token: NewToken) => void
}

export const NewProvisioningToken = ({ opened, onClose, onCreated }: DialogProps & { readonly opened: boolean }) => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const form = useForm({ initialValues: { name: '', expiresInDays: 365, reason: '' } })
  const { expiresInDays } = form.values
  const name = form.values.name.trim()
  const create = async (reason: string) =>
    onCreated(
      await unwrap(client.POST('/api/workspace/provisioning-tokens', { body: { name, expiresInDays, reason } })),
    )
  return (
    <ActionDialog
      operation="createProvisioningToken"
      opened={opened}
      onClose={onClose}
      title={t('provisioning.new')}
      text={t('provisioning.custodianText')}
      submit={common('actions.create')}
      form={form}
      ready={name !== ''}
      onSubmit={create}
    >
      <TextInput
        label={t('provisioning.name')}
        description={t('provisioning.nameHint')}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <NumberInput
        label={t('provisioning.expiresInDays')}
        min={1}
        max={730}
        allowDecimal={false}
        {...form.getInputProps('expiresInDays')}
      />
    </ActionDialog>
  )
}

interface ReplaceProps extends DialogProps {
  readonly token: Schemas['ListedProvisioningToken']
}

export const ReplaceProvisioningToken = ({ token, onClose, onCreated }: ReplaceProps) => {
  const { t } = useTranslation('access')
  const form = useForm({ initialValues: { expiresInDays: 365, overlapHours: 24, reason: '' } })
  const { expiresInDays, overlapHours } = form.values
  const replace = async (reason: string) => {
    const params = { path: { tokenId: token.id } }
    const body = { expiresInDays, overlapHours, reason }
    onCreated(await unwrap(client.POST('/api/workspace/provisioning-tokens/{tokenId}/rotate', { params, body })))
  }
  return (
    <ActionDialog
      operation="rotateProvisioningToken"
      opened
      onClose={onClose}
      title={t('provisioning.rotateOf', { name: token.name })}
      about={token.id}
      text={t('provisioning.rotateText')}
      submit={t('provisioning.rotate')}
      form={form}
      onSubmit={replace}
    >
      <NumberInput
        label={t('provisioning.overlapHours')}
        description={t('provisioning.overlapHint')}
        min={0}
        max={168}
        allowDecimal={false}
        {...form.getInputProps('overlapHours')}
      />
      <NumberInput
        label={t('provisioning.expiresInDays')}
        min={1}
        max={730}
        allowDecimal={false}
        {...form.getInputProps('expiresInDays')}
      />
    </ActionDialog>
  )
}
