import { NumberInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { Act } from '#web/ui/act.tsx'

interface Props {
  readonly onCreated: (token: Schemas['ProvisioningTokenWithText']) => void
}

/** A button with a dialog that creates a token. */
export const NewProvisioningToken = ({ onCreated }: Props) => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const form = useForm({ initialValues: { name: '', expiresInDays: 365, reason: '' } })
  const { expiresInDays } = form.values
  const name = form.values.name.trim()
  return (
    <Act
      operation="createProvisioningToken"
      body={{ name, expiresInDays }}
      label={t('provisioning.new')}
      text={t('provisioning.custodianText')}
      submit={common('actions.create')}
      variant="filled"
      leftSection={<IconPlus size={16} />}
      dialog={{ form, ready: name !== '' }}
      onDone={onCreated}
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
    </Act>
  )
}

/** A button with a dialog that replaces a token. */
export const ReplaceProvisioningToken = ({
  token,
  onCreated,
}: Props & { readonly token: Schemas['ListedProvisioningToken'] }) => {
  const { t } = useTranslation('access')
  const form = useForm({ initialValues: { expiresInDays: 365, overlapHours: 24, reason: '' } })
  const { expiresInDays, overlapHours } = form.values
  return (
    <Act
      operation="rotateProvisioningToken"
      record={token}
      body={{ expiresInDays, overlapHours }}
      label={t('provisioning.rotate')}
      name={t('provisioning.rotateOf', { name: token.name })}
      text={t('provisioning.rotateText')}
      dialog={{ form }}
      onDone={onCreated}
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
    </Act>
  )
}
