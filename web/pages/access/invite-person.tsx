import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/api/client.ts'
import type { Role } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { RoleField } from './role-field.tsx'
import type { ShownLink } from './shown-link.tsx'

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onMade: (made: ShownLink) => void
}

/** Who is to come, and as what; a link is made for them. */
export const InvitePerson = ({ opened, onClose, onMade }: Props) => {
  const { t } = useTranslation('access')
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('contributor')
  const invite = async (reason: string) => {
    const { data, error } = await client.POST('/api/workspace/people/invitations', {
      body: { email: email.trim(), name: name.trim(), role, reason },
    })
    if (!data) throw error
    setEmail('')
    setName('')
    onMade(data)
    await queries.invalidateQueries({ queryKey: ['invitations'] })
  }
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('people.invite')}
      text={t('people.inviteText')}
      submit={t('people.makeLink')}
      ready={/^\S+@\S+$/.test(email.trim()) && name.trim() !== ''}
      onSubmit={invite}
      size="lg"
    >
      <TextInput
        label={t('people.email')}
        type="email"
        required
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={t('people.name')}
        required
        maxLength={200}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <RoleField label={t('people.role')} value={role} onChange={setRole} />
    </ActionDialog>
  )
}
