import { Button, Progress } from '@mantine/core'
import { IconPackageExport } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { enums } from '#web/api/enums.ts'
import { useCan } from '#web/api/session.ts'
import { FilterBar } from '#web/family/filter-bar.tsx'
import { useFormatBytes } from '#web/ui/bytes.ts'
import { Empty } from '#web/ui/empty.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { type EvidenceExport, exportLink, percentOf, useScopeInWords } from './model.ts'
import { RequestExport } from './request-export.tsx'

const route = getRouteApi('/app/trails/exports')

const statuses = enums.EvidenceExport.status
const pollingMs = 5000

const useColumns = (rows: readonly EvidenceExport[]): readonly Column<EvidenceExport>[] => {
  const { t } = useTranslation('exports')
  const scopeInWords = useScopeInWords(rows.map(({ scope }) => scope))
  const formatBytes = useFormatBytes()
  return [
    { key: 'scope', header: t('about'), render: ({ scope }) => scopeInWords(scope) },
    { key: 'status', header: t('status'), render: ({ status }) => <StatusBadge status={status} /> },
    {
      key: 'progress',
      header: t('size'),
      render: record =>
        record.status === 'preparing' ? (
          <Progress value={percentOf(record)} aria-label={t('percent', { percent: percentOf(record) })} />
        ) : (
          record.byteSize !== null && formatBytes(record.byteSize)
        ),
      wide: true,
    },
    { key: 'asked', header: t('asked'), render: ({ createdAt }) => <Time at={createdAt} as="ago" /> },
    { key: 'until', header: t('until'), render: ({ expiresAt }) => expiresAt && <Time at={expiresAt} />, wide: true },
  ]
}

/** The list of exports, newest first. */
export const Exports = () => {
  const { t } = useTranslation('exports')
  const { t: common } = useTranslation()
  const can = useCan()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const requestDialog = useOpening()
  const status = statuses.find(option => option === search.status)
  const pages = usePages('/api/workspace/exports', { query: { status } }, page => page.evidenceExports, pollingMs)
  const columns = useColumns(pages.rows)
  const clear = () => navigate({ search: {} })
  return (
    <>
      <PageHeader title={t('title')} description={t('description')}>
        {can('requestEvidenceExport') && (
          <Button
            leftSection={<IconPackageExport size={16} aria-hidden />}
            aria-haspopup="dialog"
            onClick={requestDialog.open}
          >
            {t('request')}
          </Button>
        )}
      </PageHeader>
      <FilterBar
        filters={[
          {
            name: 'status',
            label: t('status'),
            choices: statuses.map(value => ({ value, label: common(`status.${value}`) })),
          },
        ]}
        values={{ status }}
        onChange={(name, value) => navigate({ search: { [name]: value } })}
        onClear={clear}
      />
      <RecordTable
        label={t('title')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => exportLink(id)}
        filtered={status !== undefined}
        clearFilters={clear}
        empty={<Empty title={t('empty')} text={t('emptyText')} />}
      />
      <RequestExport key={requestDialog.openCount} opened={requestDialog.opened} onClose={requestDialog.close} />
    </>
  )
}
