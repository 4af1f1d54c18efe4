import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { useRefresh } from '#web/api/refresh.ts'
import type { Role } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { SecretInput } from '#web/ui/secret-input.tsx'
import { GroupFields } from './group-fields.tsx'
import { RoleField } from './role-field.tsx'

interface Props {
  readonly settings: { readonly identityProvider: Schemas['IdentityProvider'] | null; readonly etag: string }
  readonly opened: boolean
  readonly onClose: () => void
}

type Authentication = Schemas['IdentityProvider']['clientAuthentication']
type WithoutGroup = Schemas['IdentityProvider']['withoutGroup']
type MapPeople = Schemas['IdentityProvider']['mapPeople']
type Audience = Schemas['IdentityProvider']['assertionAudience']

const { clientAuthentication: authentications, assertionAudience: audiences } = enums.IdentityProvider

const secrets = ['clientSecret']

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

/** The form for the identity provider. Saving reads the provider's metadata and shows its errors. */
export const ProviderForm = ({ settings, opened, onClose }: Props) => {
  const { identityProvider: provider } = settings
  const { t } = useTranslation('access')
  const refresh = useRefresh()
  const form = useForm({
    initialValues: {
      name: provider?.name ?? '',
      issuer: provider?.issuer ?? '',
      clientId: provider?.clientId ?? '',
      clientSecret: '',
      clientAuthentication: provider?.clientAuthentication ?? ('client_secret' as Authentication),
      assertionAudience: provider?.assertionAudience ?? ('issuer' as Audience),
      signOutAtProvider: provider?.signOutAtProvider ?? true,
      maxAgeMinutes: provider?.maxAgeMinutes ?? ('' as number | ''),
      addressesVerified: provider?.addressesVerified ?? false,
      acceptedAcr: provider?.acceptedAcr.join('\n') ?? '',
      acceptedAmr: provider?.acceptedAmr.join('\n') ?? '',
      emailDomains: provider?.emailDomains.join('\n') ?? '',
      groupsClaim: provider?.groupsClaim ?? 'groups',
      groupsScope: provider?.groupsScope ?? '',
      withoutGroup: provider?.withoutGroup ?? ('reject' as WithoutGroup),
      mapPeople: provider?.mapPeople ?? ('new' as MapPeople),
      createPeople: provider?.createPeople ?? false,
      defaultRole: provider?.defaultRole ?? ('contributor' as Role),
      reason: '',
    },
  })
  const { clientSecret, emailDomains, createPeople, defaultRole, signOutAtProvider, maxAgeMinutes } = form.values
  const { clientAuthentication, assertionAudience } = form.values
  const { withoutGroup, mapPeople } = form.values
  const groupsClaim = form.values.groupsClaim.trim()
  const groupsScope = form.values.groupsScope.trim()
  const { addressesVerified, acceptedAcr, acceptedAmr } = form.values
  const usesSecret = clientAuthentication === 'client_secret'
  const hasSecret = provider?.clientAuthentication === 'client_secret'
  const name = form.values.name.trim()
  const issuer = form.values.issuer.trim()
  const clientId = form.values.clientId.trim()

  const save = async (reason: string, header: IfMatch) => {
    const body = {
      ...{ name, issuer, clientId, createPeople, defaultRole, reason },
      ...{ addressesVerified, acceptedAcr: linesOf(acceptedAcr), acceptedAmr: linesOf(acceptedAmr) },
      emailDomains: emailDomains.split(/[\s,;]+/).filter(domain => domain !== ''),
      ...{ clientAuthentication, signOutAtProvider, withoutGroup, mapPeople },
      ...(groupsClaim && { groupsClaim }),
      ...(groupsScope && { groupsScope }),
      ...(usesSecret ? clientSecret && { clientSecret } : { assertionAudience }),
      ...(maxAgeMinutes !== '' && { maxAgeMinutes }),
    }
    await unwrap(client.POST('/api/workspace/identity-provider', { params: { header }, body }))
    await refresh()
  }

  return (
    <ActionDialog
      operation="setIdentityProvider"
      opened={opened}
      onClose={onClose}
      title={t('signOn.title')}
      text={t('signOn.saveText')}
      submit={t('signOn.save')}
      form={form}
      secrets={secrets}
      record={settings}
      ready={[name, issuer, clientId].every(Boolean) && (!usesSecret || hasSecret || clientSecret !== '')}
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
      <NativeSelect
        label={t('signOn.clientAuthentication')}
        description={t('signOn.clientAuthenticationHint')}
        data={authentications.map(value => ({ value, label: t(`signOn.authentication.${value}`) }))}
        {...form.getInputProps('clientAuthentication')}
      />
      {usesSecret ? (
        <SecretInput
          label={t('signOn.clientSecret')}
          description={hasSecret && t('signOn.secretKept')}
          required={!hasSecret}
          autoComplete="off"
          {...form.getInputProps('clientSecret')}
        />
      ) : (
        <NativeSelect
          label={t('signOn.assertionAudience')}
          description={t('signOn.assertionAudienceHint')}
          data={audiences.map(value => ({ value, label: t(`signOn.audience.${value}`) }))}
          {...form.getInputProps('assertionAudience')}
        />
      )}
      <Textarea
        label={t('signOn.domains')}
        description={t('signOn.domainsHint')}
        autosize
        minRows={2}
        {...form.getInputProps('emailDomains')}
      />
      <Checkbox
        label={t('signOn.addressesVerified')}
        description={t('signOn.addressesVerifiedHint')}
        {...form.getInputProps('addressesVerified', { type: 'checkbox' })}
      />
      <Textarea
        label={t('signOn.acceptedAcr')}
        description={t('signOn.acceptedHint')}
        autosize
        {...form.getInputProps('acceptedAcr')}
      />
      <Textarea
        label={t('signOn.acceptedAmr')}
        description={t('signOn.acceptedHint')}
        autosize
        {...form.getInputProps('acceptedAmr')}
      />
      <NumberInput
        label={t('signOn.maxAge')}
        description={t('signOn.maxAgeHint')}
        min={5}
        max={720}
        allowDecimal={false}
        {...form.getInputProps('maxAgeMinutes')}
      />
      <Checkbox
        label={t('signOn.signOutAtProvider')}
        description={t('signOn.signOutAtProviderHint')}
        {...form.getInputProps('signOutAtProvider', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('signOn.createPeople')}
        description={t('signOn.createPeopleHint')}
        {...form.getInputProps('createPeople', { type: 'checkbox' })}
      />
      <GroupFields form={form} />
      {(createPeople || withoutGroup === 'default_role') && (
        <RoleField
          label={t('signOn.defaultRole')}
          value={defaultRole}
          onChange={role => form.setFieldValue('defaultRole', role)}
        />
      )}
    </ActionDialog>
  )
}
