import { Stack } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RecordList, recordRanges } from '#web/family/record-list.tsx'
import { useListPages } from '#web/list/use-list-pages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Column } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { type Policy, policyStatuses } from './model.ts'
import { WritePolicy } from './policy-dialog.tsx'
import { ToAcknowledge } from './to-acknowledge.tsx'

const route = getRouteApi('/app/governance/policies')

const PolicyTable = () => {
  const { t } = useTranslation('policies')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const status = policyStatuses.find(option => option === search.status)
  const columns: readonly Column<Policy>[] = [
    { key: 'title', sortBy: 'title', header: t('policy'), render: row => row.title },
    {
      key: 'policyKey',
      sortBy: 'policyKey',
      header: t('key'),
      render: row => <code>{row.policyKey}</code>,
      wide: true,
    },
    { key: 'status', sortBy: 'status', header: t('status'), render: row => <StatusBadge status={row.status} /> },
    { key: 'version', header: t('version'), render: row => row.currentVersionNumber },
    {
      key: 'owner',
      sortBy: 'owner',
      header: t('owner'),
      render: row => row.ownerName ?? t('noOwner'),
      wide: true,
    },
    {
      key: 'changed',
      sortBy: 'updatedAt',
      header: t('changed'),
      render: row => <Time at={row.updatedAt} as="ago" />,
      wide: true,
    },
  ]
  const pages = useListPages('/api/workspace/policies', { query: { status } }, page => page.policies, {
    search,
    columns,
    ranges: recordRanges,
  })
  return (
    <RecordList
      operation="listPolicies"
      label={t('title')}
      pages={pages}
      columns={columns}
      to={({ id }) => linkOptions({ to: '/governance/policies/$policyId', params: { policyId: id } })}
      statuses={policyStatuses}
      search={search}
      onSearch={(search, options) => navigate({ search, ...options })}
      empty={<Empty title={t('empty')} text={t('emptyText')} />}
    />
  )
}

export const Policies = () => {
  const { t } = useTranslation('policies')
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader title={t('title')} description={t('intro')}>
        <WritePolicy
          onSaved={({ id }) => navigate({ to: '/governance/policies/$policyId', params: { policyId: id } })}
        />
      </PageHeader>
      <Stack>
        <ToAcknowledge />
        <div>
          <PolicyTable />
        </div>
      </Stack>
    </>
  )
}
