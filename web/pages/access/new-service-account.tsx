import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/api/client.ts'
import { useSession } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { ScopeFields } from './scope-fields.tsx'
import type { ShownSecret } from './shown-secret.tsx'

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onCreated: (made: ShownSecret) => void
}

/** Makes a service account: a name, what it may do, and why. */
export const NewServiceAccount = ({ opened, onClose, onCreated }: Props) => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const prefix = `${useSession().organization.slug}_`
  const [name, setName] = useState('')
  const [clientId, setClientId] = useState('')
  const [scopes, setScopes] = useState<string[]>([])

  const create = async (reason: string) => {
    const { data, error } = await client.POST('/api/workspace/service-accounts', {
      body: { name: name.trim(), scopes, reason, ...(clientId.trim() && { clientId: clientId.trim() }) },
    })
    if (!data) throw error
    setName('')
    setClientId('')
    setScopes([])
    onCreated(data)
  }

  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('accounts.new')}
      submit={common('actions.create')}
      ready={name.trim() !== '' && scopes.length > 0}
      onSubmit={create}
      size="lg"
    >
      <TextInput
        label={t('accounts.name')}
        description={t('accounts.nameHint')}
        required
        maxLength={200}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={t('accounts.clientId')}
        description={t('accounts.clientIdHint', { prefix })}
        placeholder={prefix}
        value={clientId}
        onChange={event => setClientId(event.currentTarget.value)}
      />
      <ScopeFields value={scopes} onChange={setScopes} />
    </ActionDialog>
  )
}
