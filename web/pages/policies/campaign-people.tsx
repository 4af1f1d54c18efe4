import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { List } from '#web/list/list.tsx'
import { useListPages } from '#web/list/use-list-pages.ts'
import { Empty } from '#web/ui/empty.tsx'
import type { Column } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'

type Participant = Schemas['PolicyStanding']

const route = getRouteApi('/app/governance/policy-campaigns/$campaignId')

const standings = enums.PolicyStanding.standing

/** The people in a campaign: who has acknowledged, who has not, and who is no longer asked. */
export const CampaignPeople = ({ campaignId }: { campaignId: string }) => {
  const { t } = useTranslation('policies')
  const { t: shared } = useTranslation('campaigns')
  const { t: common } = useTranslation()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const standing = standings.find(option => option === search.standing)
  const columns: readonly Column<Participant>[] = [
    { key: 'name', sortBy: 'name', header: shared('person'), render: row => row.name },
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
  const pages = useListPages(
    '/api/workspace/policy-campaigns/{campaignId}/people',
    { path: { campaignId }, query: { standing } },
    page => page.people,
    { search, columns },
  )
  return (
    <List
      operation="listPolicyCampaignPeople"
      label={shared('whom')}
      pages={pages}
      columns={columns}
      rowKey={({ personId }) => personId}
      nameOf={({ name }) => name}
      filters={[
        {
          name: 'standing',
          label: t('status'),
          choices: standings.map(value => ({ value, label: common(`status.${value}`) })),
        },
      ]}
      search={search}
      onSearch={(search, options) => navigate({ search, ...options })}
      empty={<Empty title={shared('nobody')} text={t('campaigns.noOneText')} />}
    />
  )
}
