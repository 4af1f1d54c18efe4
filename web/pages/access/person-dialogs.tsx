import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { answered, client, type Schemas } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { changesOf, type IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { RoleField } from './role-field.tsx'
import type { ShownLink } from './shown-link.tsx'

export type PersonDialog = 'change' | 'disable' | 'enable' | 'reset' | 'factor' | 'sessions'

interface Props {
  readonly person: Schemas['ListedPerson']
  readonly dialog: PersonDialog | undefined
  readonly onClose: () => void
  readonly onLink: (made: ShownLink) => void
}

/** What an administrator can do to somebody; what the server refuses is said in the dialog. */
export const PersonDialogs = ({ person, dialog, onClose, onLink }: Props) => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const form = useForm({ initialValues: { name: person.name, role: person.role, reason: '' } })
  const { role } = form.values
  const name = form.values.name.trim()
  const at = (header: IfMatch) => ({ path: { personId: person.id }, header })
  const update = (body: { name?: string; role?: typeof role; disabled?: boolean; reason: string }, header: IfMatch) =>
    answered(client.PATCH('/api/workspace/people/{personId}', { params: at(header), body })).then(refresh)
  const reset = async (reason: string, header: IfMatch) => {
    const path = '/api/workspace/people/{personId}/password-reset'
    onLink(await answered(client.POST(path, { params: at(header), body: { reason } })))
    await refresh()
  }
  const simple = {
    disable: { danger: true, run: (reason: string, header: IfMatch) => update({ disabled: true, reason }, header) },
    enable: { danger: false, run: (reason: string, header: IfMatch) => update({ disabled: false, reason }, header) },
    reset: { danger: false, run: reset },
    factor: {
      danger: true,
      run: (reason: string, header: IfMatch) => {
        const path = '/api/workspace/people/{personId}/totp'
        return answered(client.DELETE(path, { params: at(header), body: { reason } })).then(refresh)
      },
    },
    sessions: {
      danger: true,
      run: (reason: string, header: IfMatch) => {
        const path = '/api/workspace/people/{personId}/sessions'
        return answered(client.DELETE(path, { params: at(header), body: { reason } })).then(refresh)
      },
    },
  } as const satisfies Record<Exclude<PersonDialog, 'change'>, unknown>
  const kinds = ['disable', 'enable', 'reset', 'factor', 'sessions'] as const

  return (
    <>
      <ActionDialog
        opened={dialog === 'change'}
        onClose={onClose}
        title={t('person.change')}
        submit={common('actions.save')}
        form={form}
        of={person}
        ready={name !== ''}
        onSubmit={(reason, header) =>
          update({ ...changesOf(form.getInitialValues(), { ...form.values, name }), reason }, header)
        }
        size="lg"
      >
        <TextInput label={t('people.name')} required maxLength={200} data-autofocus {...form.getInputProps('name')} />
        <RoleField label={t('people.role')} value={role} onChange={chosen => form.setFieldValue('role', chosen)} />
      </ActionDialog>
      {kinds.map(kind => (
        <ActionDialog
          key={kind}
          opened={dialog === kind}
          onClose={onClose}
          title={t(`person.${kind}`)}
          text={t(`person.text.${kind}`, { name: person.name })}
          submit={t(`person.${kind}`)}
          danger={simple[kind].danger}
          of={person}
          onSubmit={simple[kind].run}
        />
      ))}
    </>
  )
}
