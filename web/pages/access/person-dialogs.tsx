import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, type Schemas } from '#web/api/client.ts'
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
  const queries = useQueryClient()
  const [name, setName] = useState(person.name)
  const [role, setRole] = useState(person.role)
  const params = { path: { personId: person.id } }

  const settle = async ({ error }: { error?: unknown }) => {
    if (error) throw error
    await queries.invalidateQueries()
  }
  const update = async (
    body: { name?: string; role?: typeof role; disabled?: boolean; reason: string },
    header: IfMatch,
  ) => settle(await client.PATCH('/api/workspace/people/{personId}', { params: { ...params, header }, body }))
  const reset = async (reason: string, header: IfMatch) => {
    const path = '/api/workspace/people/{personId}/password-reset'
    const { data, error } = await client.POST(path, { params: { ...params, header }, body: { reason } })
    if (!data) throw error
    onLink(data)
    await queries.invalidateQueries({ queryKey: ['invitations'] })
  }
  const simple = {
    disable: { danger: true, run: (reason: string, header: IfMatch) => update({ disabled: true, reason }, header) },
    enable: { danger: false, run: (reason: string, header: IfMatch) => update({ disabled: false, reason }, header) },
    reset: { danger: false, run: reset },
    factor: {
      danger: true,
      run: async (reason: string, header: IfMatch) => {
        const path = '/api/workspace/people/{personId}/totp'
        await settle(await client.DELETE(path, { params: { ...params, header }, body: { reason } }))
      },
    },
    sessions: {
      danger: true,
      run: async (reason: string, header: IfMatch) => {
        const path = '/api/workspace/people/{personId}/sessions'
        await settle(await client.DELETE(path, { params: { ...params, header }, body: { reason } }))
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
        ready={name.trim() !== ''}
        of={person}
        onSubmit={(reason, header) => {
          const { name: before, role: roleBefore } = person
          return update(
            { ...changesOf({ name: before, role: roleBefore }, { name: name.trim(), role }), reason },
            header,
          )
        }}
        size="lg"
      >
        <TextInput
          label={t('people.name')}
          required
          maxLength={200}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          data-autofocus
        />
        <RoleField label={t('people.role')} value={role} onChange={setRole} />
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
