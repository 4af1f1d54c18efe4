import { Checkbox, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { answered, client, type Schemas } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import type { Role } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { RoleField } from './role-field.tsx'

interface Props {
  readonly read: { readonly identityProvider: Schemas['IdentityProvider'] | null; readonly etag: string }
  readonly opened: boolean
  readonly onClose: () => void
}

const secrets = ['clientSecret']

/** The data from the identity provider; saving reads its metadata, and shows what is wrong with it. */
export const ProviderForm = ({ read, opened, onClose }: Props) => {
  const { identityProvider: provider } = read
  const { t } = useTranslation('access')
  const refresh = useRefresh()
  const form = useForm({
    initialValues: {
      name: provider?.name ?? '',
      issuer: provider?.issuer ?? '',
      clientId: provider?.clientId ?? '',
      clientSecret: '',
      emailDomains: provider?.emailDomains.join('\n') ?? '',
      createPeople: provider?.createPeople ?? false,
      defaultRole: provider?.defaultRole ?? ('contributor' as Role),
      reason: '',
    },
  })
  const { clientSecret, emailDomains, createPeople, defaultRole } = form.values
  const name = form.values.name.trim()
  const issuer = form.values.issuer.trim()
  const clientId = form.values.clientId.trim()

  const save = async (reason: string, header: IfMatch) => {
    const body = {
      ...{ name, issuer, clientId, createPeople, defaultRole, reason },
      emailDomains: emailDomains.split(/[\s,;]+/).filter(domain => domain !== ''),
      ...(clientSecret && { clientSecret }),
    }
    await answered(client.POST('/api/workspace/identity-provider', { params: { header }, body }))
    await refresh()
  }

  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('signOn.title')}
      text={t('signOn.saveText')}
      submit={t('signOn.save')}
      form={form}
      secrets={secrets}
      of={read}
      ready={[name, issuer, clientId].every(Boolean) && (provider !== null || clientSecret !== '')}
      onSubmit={save}
      size="lg"
    >
      <TextInput
        label={t('signOn.name')}
        description={t('signOn.nameHint')}
        required
        maxLength={200}
        {...form.getInputProps('name')}
        data-autofocus
      />
      <TextInput
        label={t('signOn.issuer')}
        description={t('signOn.issuerHint')}
        required
        {...form.getInputProps('issuer')}
      />
      <TextInput label={t('signOn.clientId')} required {...form.getInputProps('clientId')} />
      <PasswordInput
        label={t('signOn.clientSecret')}
        description={provider && t('signOn.secretKept')}
        required={provider === null}
        autoComplete="off"
        {...form.getInputProps('clientSecret')}
      />
      <Textarea
        label={t('signOn.domains')}
        description={t('signOn.domainsHint')}
        autosize
        minRows={2}
        {...form.getInputProps('emailDomains')}
      />
      <Checkbox
        label={t('signOn.createPeople')}
        description={t('signOn.createPeopleHint')}
        {...form.getInputProps('createPeople', { type: 'checkbox' })}
      />
      {createPeople && (
        <RoleField
          label={t('signOn.defaultRole')}
          value={defaultRole}
          onChange={role => form.setFieldValue('defaultRole', role)}
        />
      )}
    </ActionDialog>
  )
}
