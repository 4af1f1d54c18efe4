import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'

type Participant = Schemas['PolicyStanding']

/** The people in a campaign: who has acknowledged, who has not, and who is no longer asked. */
export const CampaignPeople = ({ campaignId }: { campaignId: string }) => {
  const { t } = useTranslation('policies')
  const { t: shared } = useTranslation('campaigns')
  const params = { path: { campaignId } }
  const pages = usePages('/api/workspace/policy-campaigns/{campaignId}/people', params, page => page.people)
  const columns: readonly Column<Participant>[] = [
    { key: 'name', header: shared('person'), render: row => row.name },
    { key: 'standing', header: t('status'), render: row => <StatusBadge status={row.standing} /> },
    {
      key: 'opened',
      header: t('campaigns.opened'),
      render: row => row.openedAt && <Time at={row.openedAt} />,
      wide: true,
    },
    {
      key: 'acknowledged',
      header: t('campaigns.acknowledged'),
      render: row => row.acknowledgedAt && <Time at={row.acknowledgedAt} />,
    },
  ]
  return (
    <RecordTable
      label={shared('whom')}
      pages={pages}
      columns={columns}
      rowKey={({ personId }) => personId}
      empty={<Empty title={shared('nobody')} text={t('campaigns.noOneText')} />}
    />
  )
}
