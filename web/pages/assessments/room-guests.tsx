import { Button, Group, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { fromLocal } from '#web/ui/local-moment.ts'
import { MomentField } from '#web/ui/moment-field.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { SecretOnce } from '#web/ui/secret-once.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import type { AssessmentDetail } from './model.ts'

type Guest = Schemas['ListedRoomGuest']
type GuestWithLink = Schemas['GuestWithLink']

/** The status of a guest: invited, until they open the link. */
const guestStatus = ({ status, sessions }: Guest) => (status === 'invited' && sessions > 0 ? 'inside' : status)

interface InviteProps {
  readonly assessment: AssessmentDetail
  readonly opened: boolean
  readonly onClose: () => void
  readonly onInvited: (guest: GuestWithLink) => void
}

const InviteGuest = ({ assessment, opened, onClose, onInvited }: InviteProps) => {
  const { t } = useTranslation('rooms')
  const refresh = useRefresh()
  const form = useForm({ initialValues: { name: '', email: '', expiresAt: '', reason: '' } })
  const { name, email } = form.values
  const expiresAt = fromLocal(form.values.expiresAt)
  return (
    <ActionDialog
      operation="inviteRoomGuest"
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
        onInvited(await unwrap(client.POST('/api/workspace/assessments/{assessmentId}/room/guests', { params, body })))
        await refresh()
      }}
    >
      <TextInput label={t('guestName')} required maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <TextInput label={t('email')} type="email" required {...form.getInputProps('email')} />
      <MomentField label={t('expires')} required {...form.getInputProps('expiresAt')} />
    </ActionDialog>
  )
}

const Link = ({ invited, onStored }: { invited: GuestWithLink | undefined; onStored: () => void }) => {
  const { t } = useTranslation('rooms')
  return (
    <SecretOnce secret={invited?.url} label={t('link')} onStored={onStored}>
      {invited && (
        <Text size="sm">
          {t('linkText', { name: invited.guest.name })} <Time at={invited.guest.expiresAt} />.
        </Text>
      )}
    </SecretOnce>
  )
}

/** The guests of a room, with forms to invite them and revoke their links. */
export const RoomGuests = ({ assessment, canInvite }: { assessment: AssessmentDetail; canInvite: boolean }) => {
  const { t } = useTranslation('rooms')
  const can = useCan()
  const refresh = useRefresh()
  const { openCount, opened, open, close } = useOpening()
  const [invited, setInvited] = useState<GuestWithLink>()
  const [guestToRevoke, setGuestToRevoke] = useState<Guest>()
  const params = { path: { assessmentId: assessment.id } }
  const pages = usePages('/api/workspace/assessments/{assessmentId}/room/guests', params, ({ guests }) => guests)
  const columns: readonly Column<Guest>[] = [
    { key: 'name', header: t('guestName'), render: ({ name }) => name },
    { key: 'email', header: t('email'), render: ({ email }) => email, wide: true },
    { key: 'status', header: t('status'), render: guest => t(`statuses.${guestStatus(guest)}`) },
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
            onClick={() => setGuestToRevoke(guest)}
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
      {invited && invited.url === undefined && (
        <Text size="sm" role="status">
          {t('mailedTo', { email: invited.guest.email })}
        </Text>
      )}
      <RecordTable
        label={t('guests')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title={t('noGuests')} />}
      />
      <InviteGuest key={openCount} assessment={assessment} opened={opened} onClose={close} onInvited={setInvited} />
      <Link invited={invited?.url === undefined ? undefined : invited} onStored={() => setInvited(undefined)} />
      <ActionDialog
        operation="revokeRoomGuest"
        opened={guestToRevoke !== undefined}
        onClose={() => setGuestToRevoke(undefined)}
        title={t('revokeOf', { name: guestToRevoke?.name ?? '' })}
        about={guestToRevoke?.id}
        text={t('revokeText')}
        submit={t('revoke')}
        danger
        record={assessment}
        onSubmit={async (reason, header) => {
          const path = { assessmentId: assessment.id, guestId: guestToRevoke?.id ?? '' }
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
