import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { client, type Schemas } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { Empty } from '#web/ui/empty.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'

const route = getRouteApi('/app/evidence/claims')

type Claim = Schemas['EvidenceClaim']

const statuses = ['submitted', 'accepted', 'rejected', 'expired'] as const satisfies readonly Claim['status'][]

export const Claims = () => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const can = useCan()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filters = { ...search, status: statuses.find(status => status === search.status) }
  const { evidenceRequirementId, status } = filters

  const pages = usePages({
    key: ['claims', { evidenceRequirementId, status }],
    read: (cursor, signal) =>
      client.GET('/api/workspace/claims', {
        params: {
          query: {
            ...(evidenceRequirementId && { evidenceRequirementId }),
            ...(status && { status }),
            ...(cursor && { cursor }),
          },
        },
        signal,
      }),
    rows: page => page.claims,
  })

  const columns: readonly Column<Claim>[] = [
    { key: 'title', header: t('claims.claim'), render: claim => claim.title },
    { key: 'claimKey', header: t('claims.key'), render: claim => <code>{claim.claimKey}</code>, wide: true },
    { key: 'status', header: t('claims.status'), render: claim => <StatusBadge status={claim.status} /> },
    { key: 'validUntil', header: t('claims.validUntil'), render: claim => <Time at={claim.validUntil} as="date" /> },
    {
      key: 'createdAt',
      header: t('claims.createdAt'),
      render: claim => <Time at={claim.createdAt} as="ago" />,
      wide: true,
    },
  ]

  return (
    <>
      <PageHeader title={t('claims.title')} description={t('claims.description')}>
        {can('createClaim') && (
          <Button component={Link} to="/evidence/claims/new" leftSection={<IconPlus size={16} />}>
            {t('claims.new')}
          </Button>
        )}
      </PageHeader>
      <FilterBar
        filters={[
          {
            name: 'status',
            label: t('claims.status'),
            choices: statuses.map(value => ({ value, label: common(`status.${value}`) })),
          },
          { name: 'evidenceRequirementId', label: t('claims.requirement') },
        ]}
        values={search}
        onChange={(name, value) => navigate({ search: { ...search, [name]: value } })}
        onClear={() => navigate({ search: {} })}
      />
      <RecordTable
        label={t('claims.title')}
        pages={pages}
        columns={columns}
        rowKey={claim => claim.id}
        to={claim => `/evidence/claims/${claim.id}`}
        filtered={Boolean(evidenceRequirementId ?? status)}
        clearFilters={() => navigate({ search: {} })}
        empty={<Empty title={t('claims.empty')} text={t('claims.emptyText')} />}
      />
    </>
  )
}
