import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { RecordList, recordRanges } from '#web/family/record-list.tsx'
import { useListPages } from '#web/list/use-list-pages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Column } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { WriteUnit } from './unit-dialog.tsx'

const route = getRouteApi('/app/access/units')

const statuses = enums.Unit.status

/** The list of the units that the user sees. */
export const Units = () => {
  const { t } = useTranslation('access')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const status = statuses.find(option => option === search.status)
  const columns: readonly Column<Schemas['ListedUnit']>[] = [
    { key: 'title', sortBy: 'title', header: t('units.name'), render: ({ title }) => title },
    {
      key: 'key',
      sortBy: 'unitKey',
      header: t('units.key'),
      render: ({ unitKey }) => <code>{unitKey}</code>,
      wide: true,
    },
    {
      key: 'status',
      sortBy: 'status',
      header: t('units.status'),
      render: ({ status }) => <StatusBadge status={status} />,
    },
  ]
  const pages = useListPages('/api/workspace/units', { query: { status } }, page => page.units, {
    search,
    columns,
    ranges: recordRanges,
  })
  return (
    <>
      <PageHeader title={t('units.title')} description={t('units.description')}>
        <WriteUnit />
      </PageHeader>
      <RecordList
        operation="listUnits"
        label={t('units.title')}
        pages={pages}
        columns={columns}
        to={({ id }) => linkOptions({ to: '/access/units/$unitId', params: { unitId: id } })}
        statuses={statuses}
        search={search}
        onSearch={(search, options) => navigate({ search, ...options })}
        empty={<Empty title={t('units.empty')} text={t('units.emptyText')} />}
      />
    </>
  )
}
