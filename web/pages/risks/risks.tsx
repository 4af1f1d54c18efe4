import { Stack } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FilterBar } from '#web/family/filter-bar.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { HeatMap } from './heat-map.tsx'
import { useLevel } from './level.ts'
import { cells, type Risk, reviews, riskStatuses, sides } from './model.ts'
import { WriteRisk } from './risk-dialog.tsx'

const route = getRouteApi('/app/governance/risks')

const cellChoices = cells.map(value => ({ value, label: value.replace('x', ' × ') }))

const RiskTable = () => {
  const { t } = useTranslation('risks')
  const { t: common } = useTranslation()
  const level = useLevel()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const status = riskStatuses.find(option => option === search.status)
  const review = reviews.find(option => option === search.review)
  const { ownerId } = search
  const [before, after] = sides.map(side => cells.find(option => option === search[side]))
  const query = { status, ownerId, review, before, after }
  const pages = usePages('/api/workspace/risks', { query }, page => page.risks)
  const columns: readonly Column<Risk>[] = [
    { key: 'title', header: t('risk'), render: row => row.title },
    { key: 'riskKey', header: t('key'), render: row => <code>{row.riskKey}</code>, wide: true },
    { key: 'status', header: t('status'), render: row => <StatusBadge status={row.status} bearsRisk /> },
    { key: 'owner', header: t('owner'), render: row => row.ownerName ?? t('noOwner'), wide: true },
    { key: 'before', header: t('before'), render: row => level(row.likelihood, row.impact) ?? '–' },
    {
      key: 'after',
      header: t('after'),
      render: row => level(row.residualLikelihood, row.residualImpact) ?? '–',
    },
    {
      key: 'review',
      header: t('reviewDue'),
      render: row => row.reviewDueAt && <Time at={row.reviewDueAt} as="date" />,
      wide: true,
    },
  ]
  return (
    <>
      <FilterBar
        filters={[
          {
            name: 'status',
            label: t('status'),
            choices: riskStatuses.map(value => ({ value, label: common(`status.${value}`) })),
          },
          {
            name: 'ownerId',
            label: t('owner'),
            offer: { kind: 'person' },
          },
          {
            name: 'review',
            label: t('reviewDue'),
            choices: reviews.map(value => ({ value, label: t(`reviews.${value}`) })),
          },
          ...sides.map(side => ({ name: side, label: t(`heat.${side}`), choices: cellChoices })),
        ]}
        values={search}
        onChange={(name, value) => navigate({ search: { ...search, [name]: value } })}
        onClear={() => navigate({ search: {} })}
      />
      <RecordTable
        label={t('title')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => linkOptions({ to: '/governance/risks/$riskId', params: { riskId: id } })}
        filtered={Object.values(query).some(value => value !== undefined)}
        clearFilters={() => navigate({ search: {} })}
        empty={<Empty title={t('empty')} text={t('emptyText')} />}
      />
    </>
  )
}

export const Risks = () => {
  const { t } = useTranslation('risks')
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader title={t('title')} description={t('intro')}>
        <WriteRisk onSaved={({ id }) => navigate({ to: '/governance/risks/$riskId', params: { riskId: id } })} />
      </PageHeader>
      <Stack>
        <HeatMap />
        <div>
          <RiskTable />
        </div>
      </Stack>
    </>
  )
}
