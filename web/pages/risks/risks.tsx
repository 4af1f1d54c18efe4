import { Stack } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { List, lateList } from '#web/list/list.tsx'
import { useListPages } from '#web/list/use-list-pages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Column } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { HeatMap } from './heat-map.tsx'
import { useLevel } from './level.ts'
import { cells, type Risk, reviews, riskStatuses, sides } from './model.ts'
import { WriteRisk } from './risk-dialog.tsx'

const route = getRouteApi('/app/governance/risks')

const LateRisks = lateList<Risk>(() => import('./late-risks.tsx').then(({ LateRisks }) => LateRisks))

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
  const columns: readonly Column<Risk>[] = [
    { key: 'title', sortBy: 'title', header: t('risk'), render: row => row.title },
    { key: 'riskKey', sortBy: 'riskKey', header: t('key'), render: row => <code>{row.riskKey}</code>, wide: true },
    {
      key: 'status',
      sortBy: 'status',
      header: t('status'),
      render: row => <StatusBadge status={row.status} bearsRisk />,
    },
    { key: 'owner', sortBy: 'owner', header: t('owner'), render: row => row.ownerName ?? t('noOwner'), wide: true },
    { key: 'before', header: t('before'), render: row => level(row.likelihood, row.impact) ?? '–' },
    {
      key: 'after',
      header: t('after'),
      render: row => level(row.residualLikelihood, row.residualImpact) ?? '–',
    },
    {
      key: 'review',
      sortBy: 'reviewDueAt',
      header: t('reviewDue'),
      render: row => row.reviewDueAt && <Time at={row.reviewDueAt} as="date" />,
      wide: true,
    },
  ]
  const pages = useListPages('/api/workspace/risks', { query }, page => page.risks, {
    search,
    columns,
    ranges: ['createdAt', 'reviewDueAt'],
  })
  return (
    <List
      operation="listWorkspaceRisks"
      label={t('title')}
      pages={pages}
      columns={columns}
      rowKey={({ id }) => id}
      nameOf={({ title }) => title}
      to={({ id }) => linkOptions({ to: '/governance/risks/$riskId', params: { riskId: id } })}
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
      ranges={[
        { name: 'createdAt', label: common('record.created') },
        { name: 'reviewDueAt', label: t('reviewDue') },
      ]}
      search={search}
      onSearch={(search, options) => navigate({ search, ...options })}
      Late={LateRisks}
      empty={<Empty title={t('empty')} text={t('emptyText')} />}
    />
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
