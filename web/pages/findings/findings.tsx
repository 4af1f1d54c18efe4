import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { List, lateList } from '#web/list/list.tsx'
import { useListPages } from '#web/list/use-list-pages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { oneOf } from '#web/ui/one-of.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Column } from '#web/ui/record-table.tsx'
import { SeverityBadge } from '#web/ui/severity.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { DueAt } from './due-at.tsx'
import { DueDays } from './due-days.tsx'
import { NewFinding } from './finding-dialogs.tsx'
import { type ListedFinding, severities, statuses, useSeverityChoices } from './model.ts'

const route = getRouteApi('/app/governance/findings')

/** The values of the overdue filter in the address. */
const overdueValues = ['true', 'false'] as const

const LateFindings = lateList<ListedFinding>(() =>
  import('./late-findings.tsx').then(({ LateFindings }) => LateFindings),
)

const sourceOf = ({ sourceModuleKey, sourceCategory }: ListedFinding): string | null =>
  sourceCategory === undefined ? sourceModuleKey : `${sourceModuleKey} · ${sourceCategory}`

const useColumns = (): readonly Column<ListedFinding>[] => {
  const { t } = useTranslation('findings')
  return [
    {
      key: 'title',
      sortBy: 'title',
      header: t('finding'),
      render: ({ title }) => title,
    },
    {
      key: 'severity',
      sortBy: 'severity',
      header: t('severity'),
      render: row => <SeverityBadge severity={row.severity} />,
    },
    {
      key: 'status',
      sortBy: 'status',
      header: t('status'),
      render: row => <StatusBadge status={row.status} bearsRisk />,
    },
    { key: 'due', sortBy: 'dueAt', header: t('due'), render: row => <DueAt {...row} /> },
    { key: 'owner', sortBy: 'owner', header: t('owner'), render: row => row.ownerName ?? t('nobody'), wide: true },
    { key: 'source', header: t('source'), render: row => sourceOf(row) ?? t('people'), wide: true },
    {
      key: 'proof',
      header: t('proof.title'),
      render: ({ claimCount, acceptedClaimCount }) =>
        claimCount === 0 ? '–' : t('proof.counted', { count: claimCount, accepted: acceptedClaimCount }),
      wide: true,
    },
  ]
}

const Table = () => {
  const { t } = useTranslation('findings')
  const { t: common } = useTranslation()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const severityChoices = useSeverityChoices()
  const columns = useColumns()
  const { ownerId, sourceModuleKey } = search
  const query = {
    ...{ ownerId, sourceModuleKey, severity: oneOf(severities, search.severity) },
    ...{ status: oneOf(statuses, search.status), overdue: oneOf(overdueValues, search.overdue) },
  }
  const pages = useListPages('/api/workspace/findings', { query }, page => page.findings, {
    search,
    columns,
    ranges: ['createdAt', 'dueAt'],
  })
  return (
    <List
      operation="listWorkspaceFindings"
      label={t('title')}
      pages={pages}
      columns={columns}
      rowKey={({ id }) => id}
      nameOf={({ title }) => title}
      to={({ id }) => linkOptions({ to: '/governance/findings/$findingId', params: { findingId: id } })}
      filters={[
        { name: 'severity', label: t('severity'), choices: severityChoices },
        {
          name: 'status',
          label: t('status'),
          choices: statuses.map(value => ({ value, label: common(`status.${value}`) })),
        },
        { name: 'ownerId', label: t('owner'), offer: { kind: 'person' } },
        { name: 'sourceModuleKey', label: t('source') },
        {
          name: 'overdue',
          label: t('overdue.label'),
          choices: overdueValues.map(value => ({ value, label: t(`overdue.${value}`) })),
        },
      ]}
      ranges={[
        { name: 'createdAt', label: common('record.created') },
        { name: 'dueAt', label: t('due') },
      ]}
      search={search}
      onSearch={(search, options) => navigate({ search, ...options })}
      Late={LateFindings}
      empty={<Empty title={t('empty')} text={t('emptyText')} />}
    />
  )
}

/** The list of findings with their severity, due date and owner. */
export const Findings = () => {
  const { t } = useTranslation('findings')
  const can = useCan()
  return (
    <>
      <PageHeader title={t('title')} description={t('description')}>
        {can('createFinding') && <NewFinding />}
      </PageHeader>
      <DueDays />
      <Table />
    </>
  )
}
