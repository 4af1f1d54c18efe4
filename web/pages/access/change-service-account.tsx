import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, type Schemas } from '#web/api/client.ts'
import { changesOf, type IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { ScopeFields } from './scope-fields.tsx'

interface Props {
  readonly account: Schemas['ListedServiceAccount']
  readonly opened: boolean
  readonly onClose: () => void
}

/** Another name, more or fewer scopes. */
export const ChangeServiceAccount = ({ account, opened, onClose }: Props) => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const queries = useQueryClient()
  const [name, setName] = useState(account.name)
  const [scopes, setScopes] = useState([...account.scopes])
  const save = async (reason: string, header: IfMatch) => {
    const { error } = await client.PATCH('/api/workspace/service-accounts/{accountId}', {
      params: { path: { accountId: account.id }, header },
      body: { ...changesOf({ name: account.name, scopes: account.scopes }, { name: name.trim(), scopes }), reason },
    })
    if (error) throw error
    await queries.invalidateQueries()
  }
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('accounts.change')}
      text={t('accounts.changeText')}
      submit={common('actions.save')}
      ready={name.trim() !== '' && scopes.length > 0}
      of={account}
      onSubmit={save}
      size="lg"
    >
      <TextInput
        label={t('accounts.name')}
        required
        maxLength={200}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        data-autofocus
      />
      <ScopeFields value={scopes} onChange={setScopes} />
    </ActionDialog>
  )
}
