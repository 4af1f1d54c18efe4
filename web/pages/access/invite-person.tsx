import { Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import type { Role } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import type { InvitationWithLink } from './one-time-link.tsx'
import { RoleField } from './role-field.tsx'
import { UnitsField } from './units-field.tsx'

interface Props {
  /** The role that is selected initially. */
  readonly role: Role
  readonly opened: boolean
  readonly onClose: () => void
  readonly onCreated: (link: InvitationWithLink) => void
}

/** Invites a person with a role, and creates their link. */
export const InvitePerson = ({ role: firstRole, opened, onClose, onCreated }: Props) => {
  const { t } = useTranslation('access')
  const refresh = useRefresh()
  const form = useForm({
    initialValues: {
      email: '',
      name: '',
      role: firstRole,
      unitIds: [] as string[],
      show: false,
      reason: '',
    },
  })
  const email = form.values.email.trim()
  const name = form.values.name.trim()
  const invite = async (reason: string) => {
    const { role, unitIds, show } = form.values
    const body = {
      email,
      name,
      role,
      ...(role !== 'admin' && unitIds.length > 0 && { unitIds }),
      ...(show && { show }),
      reason,
    }
    onCreated(await unwrap(client.POST('/api/workspace/people/invitations', { body })))
    await refresh()
  }
  return (
    <ActionDialog
      operation="invitePerson"
      opened={opened}
      onClose={onClose}
      title={t('people.invite')}
      text={t('people.inviteText')}
      submit={t('people.makeLink')}
      form={form}
      ready={/^\S+@\S+$/.test(email) && name !== ''}
      onSubmit={invite}
      size="lg"
    >
      <TextInput label={t('people.email')} type="email" required data-autofocus {...form.getInputProps('email')} />
      <TextInput label={t('people.name')} required maxLength={200} {...form.getInputProps('name')} />
      <RoleField
        label={t('people.role')}
        value={form.values.role}
        onChange={role => form.setFieldValue('role', role)}
      />
      {form.values.role !== 'admin' && (
        <UnitsField
          value={form.values.unitIds}
          onChange={value => form.setFieldValue('unitIds', value)}
          error={form.errors.unitIds}
        />
      )}
      <Checkbox
        label={t('people.show')}
        description={t('people.showText')}
        {...form.getInputProps('show', { type: 'checkbox' })}
      />
    </ActionDialog>
  )
}
