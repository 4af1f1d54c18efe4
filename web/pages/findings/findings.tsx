import { Checkbox, Group } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { FilterBar } from '#web/family/filter-bar.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { useNotify } from '#web/ui/notify.ts'
import { oneOf } from '#web/ui/one-of.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { SeverityBadge } from '#web/ui/severity.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { AssignFindings } from './assign-findings.tsx'
import { DueAt } from './due-at.tsx'
import { DueDays } from './due-days.tsx'
import { NewFinding } from './finding-dialogs.tsx'
import { type ListedFinding, severities, statuses, useSeverityChoices } from './model.ts'

const route = getRouteApi('/app/governance/findings')

/** The values of the overdue filter in the address. */
const overdueValues = ['true', 'false'] as const

/** The most findings that the server accepts in one request. */
const maxSelected = 200

const sourceOf = ({ sourceModuleKey, sourceCategory }: ListedFinding): string | null =>
  sourceCategory === undefined ? sourceModuleKey : `${sourceModuleKey} · ${sourceCategory}`

const useColumns = (): readonly Column<ListedFinding>[] => {
  const { t } = useTranslation('findings')
  return [
    {
      key: 'title',
      header: t('finding'),
      render: ({ title }) => title,
    },
    { key: 'severity', header: t('severity'), render: row => <SeverityBadge severity={row.severity} /> },
    { key: 'status', header: t('status'), render: row => <StatusBadge status={row.status} bearsRisk /> },
    { key: 'due', header: t('due'), render: row => <DueAt {...row} /> },
    { key: 'owner', header: t('owner'), render: row => row.ownerName ?? t('nobody'), wide: true },
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
  const can = useCan()
  const notify = useNotify()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const severityChoices = useSeverityChoices()
  const columns = useColumns()
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const { ownerId, sourceModuleKey } = search
  const query = {
    ...{ ownerId, sourceModuleKey, severity: oneOf(severities, search.severity) },
    ...{ status: oneOf(statuses, search.status), overdue: oneOf(overdueValues, search.overdue) },
  }
  const pages = usePages('/api/workspace/findings', { query }, page => page.findings)
  // Findings that a filter hides are not selected.
  const selected = new Set(pages.rows.map(({ id }) => id)).intersection(selection)
  const select: Column<ListedFinding> = {
    key: 'select',
    header: t('assign.chosen'),
    selects: true,
    render: ({ id, title }) => (
      <Checkbox
        size="xs"
        aria-label={t('assign.choose', { title })}
        checked={selected.has(id)}
        onChange={() => {
          const next = selected.symmetricDifference(new Set([id]))
          if (next.size > maxSelected) notify(t('assign.most', { count: maxSelected }))
          else setSelection(next)
        }}
      />
    ),
  }
  const clear = () => navigate({ search: {} })
  return (
    <>
      <FilterBar
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
        values={search}
        onChange={(name, value) => navigate({ search: { ...search, [name]: value } })}
        onClear={clear}
      />
      {selected.size > 0 && (
        <Group mb="sm">
          <AssignFindings findingIds={[...selected]} onDone={() => setSelection(new Set())} />
        </Group>
      )}
      <RecordTable
        label={t('title')}
        pages={pages}
        columns={can('assignFindings') ? [select, ...columns] : columns}
        rowKey={({ id }) => id}
        to={({ id }) => linkOptions({ to: '/governance/findings/$findingId', params: { findingId: id } })}
        filtered={Object.values(search).some(value => value !== undefined)}
        clearFilters={clear}
        empty={<Empty title={t('empty')} text={t('emptyText')} />}
      />
    </>
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
