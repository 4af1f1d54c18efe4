import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Campaign } from './model.ts'

/** The number of acknowledgements so far. Each needs a request, but a policy has few running campaigns. */
const CurrentCount = ({ campaignId }: { campaignId: string }) => {
  const { t } = useTranslation('policies')
  const params = { path: { campaignId } }
  const { data } = api.useQuery('get', '/api/workspace/policy-campaigns/{campaignId}', { params })
  return data && t('campaigns.of', { ...data.progress })
}

/** The campaigns of a policy. */
export const Campaigns = ({ policyId }: { policyId: string }) => {
  const { t } = useTranslation('policies')
  const pages = usePages('/api/workspace/policy-campaigns', { query: { policyId } }, page => page.campaigns)
  const columns: readonly Column<Campaign>[] = [
    {
      key: 'title',
      header: t('campaigns.one'),
      render: row => t('campaigns.ofVersion', { number: row.versionNumber }),
    },
    { key: 'status', header: t('status'), render: row => <StatusBadge status={row.status} /> },
    { key: 'due', header: t('due'), render: row => <Time at={row.dueAt} /> },
    {
      key: 'result',
      header: t('campaigns.acknowledged'),
      render: row => {
        const { acknowledged, asked } = row
        if (acknowledged !== null && asked !== null) return t('campaigns.of', { acknowledged, asked })
        return row.status === 'running' && <CurrentCount campaignId={row.id} />
      },
    },
  ]
  return (
    <RecordTable
      label={t('campaigns.title')}
      pages={pages}
      columns={columns}
      rowKey={({ id }) => id}
      to={({ id }) => linkOptions({ to: '/governance/policy-campaigns/$campaignId', params: { campaignId: id } })}
      empty={<Empty title={t('campaigns.empty')} text={t('campaigns.emptyText')} />}
    />
  )
}
