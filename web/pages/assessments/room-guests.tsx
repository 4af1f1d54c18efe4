import { Group, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { Act } from '#web/ui/act.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { fromLocal } from '#web/ui/local-moment.ts'
import { MomentField } from '#web/ui/moment-field.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { SecretOnce } from '#web/ui/secret-once.tsx'
import { Time } from '#web/ui/time.tsx'
import type { AssessmentDetail } from './model.ts'
import { RoomStatus } from './room-status.tsx'

type Guest = Schemas['ListedRoomGuest']
type GuestWithLink = Schemas['GuestWithLink']

/** The status of a guest. An invited guest who has opened the link is inside. */
const guestStatus = ({ status, sessions }: Guest) => (status === 'invited' && sessions > 0 ? 'inside' : status)

interface InviteProps {
  readonly assessment: AssessmentDetail
  readonly onInvited: (guest: GuestWithLink) => void
}

const InviteGuest = ({ assessment, onInvited }: InviteProps) => {
  const { t } = useTranslation('rooms')
  const form = useForm({ initialValues: { name: '', email: '', expiresAt: '', reason: '' } })
  const name = form.values.name.trim()
  const email = form.values.email.trim()
  const expiresAt = fromLocal(form.values.expiresAt)
  return (
    <Act
      operation="inviteRoomGuest"
      record={assessment}
      body={{ name, email, expiresAt: expiresAt ?? '' }}
      label={t('invite')}
      title={t('inviteTitle')}
      text={t('inviteText')}
      submit={t('makeLink')}
      size="xs"
      dialog={{ form, ready: name !== '' && /^\S+@\S+$/.test(email) && expiresAt !== undefined }}
      onDone={onInvited}
    >
      <TextInput label={t('guestName')} required maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <TextInput label={t('email')} type="email" required {...form.getInputProps('email')} />
      <MomentField label={t('expires')} required {...form.getInputProps('expiresAt')} />
    </Act>
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
  const { t: common } = useTranslation()
  const [invited, setInvited] = useState<GuestWithLink>()
  const params = { path: { assessmentId: assessment.id } }
  const pages = usePages('/api/workspace/assessments/{assessmentId}/room/guests', params, ({ guests }) => guests)
  const columns: readonly Column<Guest>[] = [
    { key: 'name', header: t('guestName'), render: ({ name }) => name },
    { key: 'email', header: t('email'), render: ({ email }) => email, wide: true },
    { key: 'status', header: t('status'), render: guest => <RoomStatus status={guestStatus(guest)} /> },
    { key: 'sessions', header: t('sessions'), render: ({ sessions }) => sessions, wide: true },
    { key: 'expires', header: t('expires'), render: ({ expiresAt }) => <Time at={expiresAt} />, wide: true },
    {
      key: 'revoke',
      header: common('actions.actions'),
      align: 'right',
      render: guest =>
        guest.status === 'invited' ? (
          <Act
            operation="revokeRoomGuest"
            record={assessment}
            path={{ assessmentId: assessment.id, guestId: guest.id }}
            label={t('revoke')}
            name={t('revokeOf', { name: guest.name })}
            text={t('revokeText')}
            danger
          />
        ) : null,
    },
  ]
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <Title order={3}>{t('guests')}</Title>
        {canInvite && <InviteGuest assessment={assessment} onInvited={setInvited} />}
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
      <Link invited={invited?.url === undefined ? undefined : invited} onStored={() => setInvited(undefined)} />
    </div>
  )
}
