import { useTranslation } from 'react-i18next'
import type { Column } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import type { ListedClaim } from './queries.ts'

/** Names up to this length stay on one line; otherwise, names of service accounts would break at a hyphen. */
const maxUnbroken = 20

const Name = ({ children }: { children: string }) =>
  children.length > maxUnbroken ? children : <span className="unbroken">{children}</span>

/** The columns for lists of claims. */
export const useClaimColumns = (): readonly Column<ListedClaim>[] => {
  const { t } = useTranslation('evidence')
  return [
    { key: 'title', sortBy: 'title', header: t('claims.claim'), render: claim => claim.title },
    {
      key: 'claimKey',
      sortBy: 'claimKey',
      header: t('claims.key'),
      render: claim => <code>{claim.claimKey}</code>,
      wide: true,
    },
    {
      key: 'status',
      sortBy: 'status',
      header: t('claims.status'),
      render: claim => <StatusBadge status={claim.status} />,
    },
    {
      key: 'by',
      header: t('claims.by'),
      render: claim => <Name>{claim.createdByName ?? claim.createdBy}</Name>,
      wide: true,
    },
    {
      key: 'reviewer',
      header: t('claims.assignee'),
      render: claim => <Name>{claim.reviewerName ?? '–'}</Name>,
      wide: true,
    },
    {
      key: 'files',
      header: t('claims.files'),
      render: claim => claim.attachmentCount,
      align: 'right',
      wide: true,
    },
    {
      key: 'validUntil',
      sortBy: 'validUntil',
      header: t('claims.validUntil'),
      render: claim => <Time at={claim.validUntil} as="date" />,
    },
    {
      key: 'createdAt',
      sortBy: 'createdAt',
      header: t('claims.createdAt'),
      render: claim => <Time at={claim.createdAt} as="ago" />,
      wide: true,
    },
  ]
}
