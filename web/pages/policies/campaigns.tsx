import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Campaign } from './model.ts'

/** The campaigns of a policy. */
export const Campaigns = ({ policyId }: { policyId: string }) => {
  const { t } = useTranslation('policies')
  const pages = usePages('/api/workspace/policy-campaigns', { query: { policyId } }, page => page.campaigns)
  const columns: readonly Column<Campaign>[] = [
    { key: 'version', header: t('version'), render: row => t('versions.number', { number: row.versionNumber }) },
    { key: 'status', header: t('status'), render: row => <StatusBadge status={row.status} /> },
    { key: 'due', header: t('due'), render: row => <Time at={row.dueAt} /> },
    {
      key: 'result',
      header: t('campaigns.acknowledged'),
      render: ({ acknowledged, asked, status }) => {
        if (acknowledged !== null && asked !== null) return t('campaigns.of', { acknowledged, asked })
        return status === 'running' && t('campaigns.uncounted')
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
