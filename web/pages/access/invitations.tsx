import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { Act } from '#web/ui/act.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'

type Invitation = Schemas['Invitation']

/** The links that were created for people, including links that still work. */
export const Invitations = () => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const pages = usePages('/api/workspace/people/invitations', {}, page => page.invitations)
  const columns: readonly Column<Invitation>[] = [
    { key: 'email', header: t('people.email'), render: invitation => invitation.email },
    {
      key: 'purpose',
      header: t('invitations.purpose'),
      render: ({ purpose }) => t(`invitations.for.${purpose}`),
      wide: true,
    },
    { key: 'role', header: t('people.role'), render: ({ role }) => common(`role.${role}`), wide: true },
    { key: 'status', header: t('people.status'), render: ({ status }) => <StatusBadge status={status} /> },
    {
      key: 'mailed',
      header: t('invitations.sent'),
      render: ({ mailed }) => t(mailed ? 'invitations.byMail' : 'invitations.byHand'),
      wide: true,
    },
    {
      key: 'expires',
      header: t('invitations.expires'),
      render: ({ expiresAt }) => <Time at={expiresAt} as="ago" />,
      wide: true,
    },
    {
      key: 'revoke',
      header: t('invitations.action'),
      align: 'right',
      render: invitation =>
        invitation.status === 'pending' ? (
          <Act
            operation="revokeInvitation"
            record={invitation}
            label={t('invitations.revoke')}
            name={t('invitations.revokeOf', { email: invitation.email })}
            text={t('invitations.revokeText')}
            danger
          />
        ) : null,
    },
  ]
  return (
    <RecordTable
      label={t('invitations.title')}
      pages={pages}
      columns={columns}
      rowKey={invitation => invitation.id}
      empty={<Empty title={t('invitations.empty')} text={t('invitations.emptyText')} />}
    />
  )
}
