import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorId } from '#web/api/client.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { PersonName } from '#web/ui/person.tsx'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Hold } from './hold.ts'
import { PlaceHold } from './place-hold.tsx'

/** The holds on files, newest first. */
export const Holds = () => {
  const { t } = useTranslation('holds')
  const pages = usePages('/api/workspace/storage-holds', { query: {} }, page => page.storageHolds)
  const columns: readonly Column<Hold>[] = [
    { key: 'of', header: t('of'), render: ({ claimId, claimTitle }) => claimTitle ?? claimId ?? t('whole') },
    { key: 'status', header: t('status'), render: ({ status }) => <StatusBadge status={status} /> },
    { key: 'reason', header: t('reason'), render: ({ reason }) => reason, wide: true },
    { key: 'by', header: t('placedBy'), render: ({ placedBy }) => <PersonName id={placedBy} />, wide: true },
    { key: 'at', header: t('placedAt'), render: ({ placedAt }) => <Time at={placedAt} as="ago" /> },
  ]
  if (errorId(pages.error) === 'forbidden_resource') return <ReadFailure error={pages.error} retry={pages.refetch} />
  return (
    <>
      <PageHeader title={t('title')} description={t('description')}>
        <PlaceHold claimId={null} />
      </PageHeader>
      <RecordTable
        label={t('title')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => linkOptions({ to: '/storage/holds/$holdId', params: { holdId: id } })}
        empty={<Empty title={t('empty')} text={t('emptyText')} />}
      />
    </>
  )
}
