import { Checkbox, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, type Schemas } from '#web/api/client.ts'
import type { Role } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { RoleField } from './role-field.tsx'

interface Props {
  readonly read: { readonly identityProvider: Schemas['IdentityProvider'] | null; readonly etag: string }
  readonly opened: boolean
  readonly onClose: () => void
}

/** What the identity provider gave; saving asks it for its metadata, and says what was wrong with it. */
export const ProviderForm = ({ read, opened, onClose }: Props) => {
  const { identityProvider: provider } = read
  const { t } = useTranslation('access')
  const queries = useQueryClient()
  const [name, setName] = useState(provider?.name ?? '')
  const [issuer, setIssuer] = useState(provider?.issuer ?? '')
  const [clientId, setClientId] = useState(provider?.clientId ?? '')
  const [clientSecret, setClientSecret] = useState('')
  const [domains, setDomains] = useState(provider?.emailDomains.join('\n') ?? '')
  const [createPeople, setCreatePeople] = useState(provider?.createPeople ?? false)
  const [defaultRole, setDefaultRole] = useState<Role>(provider?.defaultRole ?? 'contributor')

  const save = async (reason: string, header: IfMatch) => {
    const { error } = await client.POST('/api/workspace/identity-provider', {
      params: { header },
      body: {
        name: name.trim(),
        issuer: issuer.trim(),
        clientId: clientId.trim(),
        emailDomains: domains.split(/[\s,;]+/).filter(domain => domain !== ''),
        createPeople,
        defaultRole,
        reason,
        ...(clientSecret && { clientSecret }),
      },
    })
    if (error) throw error
    setClientSecret('')
    await queries.invalidateQueries()
  }

  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('signOn.title')}
      text={t('signOn.saveText')}
      submit={t('signOn.save')}
      ready={[name, issuer, clientId].every(text => text.trim() !== '') && (provider !== null || clientSecret !== '')}
      of={read}
      onSubmit={save}
      size="lg"
    >
      <TextInput
        label={t('signOn.name')}
        description={t('signOn.nameHint')}
        required
        maxLength={200}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={t('signOn.issuer')}
        description={t('signOn.issuerHint')}
        required
        value={issuer}
        onChange={event => setIssuer(event.currentTarget.value)}
      />
      <TextInput
        label={t('signOn.clientId')}
        required
        value={clientId}
        onChange={event => setClientId(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('signOn.clientSecret')}
        description={provider && t('signOn.secretKept')}
        required={provider === null}
        autoComplete="off"
        value={clientSecret}
        onChange={event => setClientSecret(event.currentTarget.value)}
      />
      <Textarea
        label={t('signOn.domains')}
        description={t('signOn.domainsHint')}
        autosize
        minRows={2}
        value={domains}
        onChange={event => setDomains(event.currentTarget.value)}
      />
      <Checkbox
        label={t('signOn.createPeople')}
        description={t('signOn.createPeopleHint')}
        checked={createPeople}
        onChange={event => setCreatePeople(event.currentTarget.checked)}
      />
      {createPeople && <RoleField label={t('signOn.defaultRole')} value={defaultRole} onChange={setDefaultRole} />}
    </ActionDialog>
  )
}
