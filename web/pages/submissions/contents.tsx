import { Text } from '@mantine/core'
import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { Act } from '#web/ui/act.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { AttachClaim } from './attach-claim.tsx'
import type { PackageDetail } from './model.ts'

type Content = Schemas['SubmissionContent']

/** The claims in a package. They can be attached and removed while the package can be corrected. */
export const Contents = (detail: PackageDetail) => {
  const { correctable } = detail
  const packageId = detail.submissionPackage.id
  const { t } = useTranslation('submissions')
  const { t: common } = useTranslation()
  const can = useCan()
  const pages = usePages('/api/workspace/packages/{packageId}/contents', { path: { packageId } }, page => page.contents)
  const mayAttach = correctable && can('addSubmissionContent')
  const columns: readonly Column<Content>[] = [
    { key: 'title', header: t('contents.claim'), render: row => row.title },
    { key: 'claimKey', header: t('contents.key'), render: row => <code>{row.claimKey}</code>, wide: true },
    { key: 'status', header: t('contents.status'), render: row => <StatusBadge status={row.status} /> },
    {
      key: 'integrity',
      header: t('contents.integrity'),
      render: row => t(row.isUnchanged ? 'contents.unchanged' : 'contents.altered'),
      wide: true,
    },
    { key: 'addedAt', header: t('contents.added'), render: row => <Time at={row.addedAt} as="ago" />, wide: true },
    ...(correctable && can('removeSubmissionContent')
      ? [
          {
            key: 'remove',
            header: common('actions.actions'),
            align: 'right' as const,
            render: ({ claimId, title }: Content) => (
              <Act
                operation="removeSubmissionContent"
                record={detail}
                path={{ packageId, claimId }}
                label={t('contents.remove')}
                name={t('contents.removeTitle', { title })}
                text={t('contents.removeText')}
                danger
              />
            ),
          },
        ]
      : []),
  ]
  return (
    <>
      <RecordTable
        label={t('package.contents')}
        pages={pages}
        columns={columns}
        rowKey={({ claimId }) => claimId}
        to={({ claimId }) => linkOptions({ to: '/evidence/claims/$claimId', params: { claimId } })}
        empty={<Empty title={t('contents.empty')} {...(mayAttach && { text: t('contents.emptyText') })} />}
      />
      {!correctable && (
        <Text size="sm" c="dimmed" mt="xs">
          {t(detail.firstSubmittedAt === null ? 'contents.notSent' : 'contents.sent')}
        </Text>
      )}
      {mayAttach && <AttachClaim detail={detail} attachedIds={pages.rows.map(({ claimId }) => claimId)} />}
    </>
  )
}
