import { Button, Group, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unwrap, client, type Schemas } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { fromLocal } from '#web/ui/local-moment.ts'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { SecretOnce } from '#web/ui/secret-once.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import type { AssessmentDetail } from './model.ts'

type Guest = Schemas['ListedRoomGuest']
type Made = Schemas['GuestWithLink']

/** Invited, until the link is opened. */
const standingOf = ({ status, sessions }: Guest) => (status === 'invited' && sessions > 0 ? 'inside' : status)

interface Inviting {
  readonly assessment: AssessmentDetail
  readonly opened: boolean
  readonly onClose: () => void
  readonly onMade: (made: Made) => void
}

const InviteGuest = ({ assessment, opened, onClose, onMade }: Inviting) => {
  const { t } = useTranslation('rooms')
  const refresh = useRefresh()
  const form = useForm({ initialValues: { name: '', email: '', expiresAt: '', reason: '' } })
  const { name, email } = form.values
  const expiresAt = fromLocal(form.values.expiresAt)
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('inviteTitle')}
      text={t('inviteText')}
      submit={t('makeLink')}
      form={form}
      record={assessment}
      ready={name.trim() !== '' && /^\S+@\S+$/.test(email.trim()) && expiresAt !== undefined}
      onSubmit={async (reason, header) => {
        const params = { path: { assessmentId: assessment.id }, header }
        const body = { name: name.trim(), email: email.trim(), expiresAt: expiresAt ?? '', reason }
        onMade(await unwrap(client.POST('/api/workspace/assessments/{assessmentId}/room/guests', { params, body })))
        await refresh()
      }}
    >
      <TextInput label={t('guestName')} required maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <TextInput label={t('email')} type="email" required {...form.getInputProps('email')} />
      <TextInput label={t('expires')} type="datetime-local" required {...form.getInputProps('expiresAt')} />
    </ActionDialog>
  )
}

const Link = ({ made, onStored }: { made: Made | undefined; onStored: () => void }) => {
  const { t } = useTranslation('rooms')
  return (
    <SecretOnce secret={made?.url} label={t('link')} onStored={onStored}>
      {made && (
        <Text size="sm">
          {t('linkText', { name: made.guest.name })} <Time at={made.guest.expiresAt} />.
        </Text>
      )}
    </SecretOnce>
  )
}

/** The guests of a room. */
export const RoomGuests = ({ assessment, canInvite }: { assessment: AssessmentDetail; canInvite: boolean }) => {
  const { t } = useTranslation('rooms')
  const can = useCan()
  const refresh = useRefresh()
  const { openCount, opened, open, close } = useOpening()
  const [made, setMade] = useState<Made>()
  const [revoking, setRevoking] = useState<Guest>()
  const params = { path: { assessmentId: assessment.id } }
  const pages = usePages('/api/workspace/assessments/{assessmentId}/room/guests', params, ({ guests }) => guests)
  const columns: readonly Column<Guest>[] = [
    { key: 'name', header: t('guestName'), render: ({ name }) => name },
    { key: 'email', header: t('email'), render: ({ email }) => email, wide: true },
    { key: 'status', header: t('status'), render: guest => t(`statuses.${standingOf(guest)}`) },
    { key: 'sessions', header: t('sessions'), render: ({ sessions }) => sessions, wide: true },
    { key: 'expires', header: t('expires'), render: ({ expiresAt }) => <Time at={expiresAt} />, wide: true },
    {
      key: 'revoke',
      header: t('revoke'),
      align: 'right',
      render: guest =>
        guest.status === 'invited' && can('revokeRoomGuest') ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('revokeOf', { name: guest.name })}
            aria-haspopup="dialog"
            onClick={() => setRevoking(guest)}
          >
            {t('revoke')}
          </Button>
        ) : null,
    },
  ]
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <Title order={3}>{t('guests')}</Title>
        {canInvite && can('inviteRoomGuest') && (
          <Button size="xs" variant="default" aria-haspopup="dialog" onClick={open}>
            {t('invite')}
          </Button>
        )}
      </Group>
      {made && made.url === undefined && (
        <Text size="sm" role="status">
          {t('mailedTo', { email: made.guest.email })}
        </Text>
      )}
      <RecordTable
        label={t('guests')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title={t('noGuests')} />}
      />
      <InviteGuest key={openCount} assessment={assessment} opened={opened} onClose={close} onMade={setMade} />
      <Link made={made?.url === undefined ? undefined : made} onStored={() => setMade(undefined)} />
      <ActionDialog
        opened={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={t('revokeOf', { name: revoking?.name ?? '' })}
        about={revoking?.id}
        text={t('revokeText')}
        submit={t('revoke')}
        danger
        record={assessment}
        onSubmit={async (reason, header) => {
          const path = { assessmentId: assessment.id, guestId: revoking?.id ?? '' }
          const call = client.DELETE('/api/workspace/assessments/{assessmentId}/room/guests/{guestId}', {
            params: { path, header },
            body: { reason },
          })
          await unwrap(call)
          await refresh()
        }}
      />
    </div>
  )
}
