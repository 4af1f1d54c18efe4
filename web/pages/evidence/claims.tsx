import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { enums } from '#web/api/enums.ts'
import { useCan, useSession } from '#web/api/session.ts'
import { FilterBar } from '#web/family/filter-bar.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ButtonLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { RecordTable } from '#web/ui/record-table.tsx'
import { useClaimColumns } from './claim-columns.tsx'

const route = getRouteApi('/app/evidence/claims')

const statuses = enums.ListedClaim.status

/** "Mine" in the address means the user, so that the view can be shared. */
const me = 'me'

export const Claims = () => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const can = useCan()
  const { person } = useSession()
  const search = route.useSearch()
  const navigate = route.useNavigate()

  const { evidenceRequirementId, claimKey } = search
  const status = statuses.find(status => status === search.status)
  const assigneeId = search.assigneeId === me ? person.id : search.assigneeId

  const pages = usePages(
    '/api/workspace/claims',
    { query: { evidenceRequirementId, status, assigneeId, claimKey } },
    page => page.claims,
  )

  return (
    <>
      <PageHeader title={t('claims.title')} description={t('claims.description')}>
        {can('createClaim') && (
          <ButtonLink to="/evidence/claims/new" leftSection={<IconPlus size={16} aria-hidden />}>
            {t('claims.new')}
          </ButtonLink>
        )}
      </PageHeader>
      <FilterBar
        filters={[
          {
            name: 'status',
            label: t('claims.status'),
            choices: statuses.map(value => ({ value, label: common(`status.${value}`) })),
          },
          {
            name: 'evidenceRequirementId',
            label: t('claims.requirement'),
            offer: { kind: 'evidence_requirement' },
          },
          {
            name: 'assigneeId',
            label: t('claims.assignee'),
            choices: [{ value: me, label: t('claims.me') }],
            offer: { kind: 'reviewer' },
          },
          { name: 'claimKey', label: t('claims.key') },
        ]}
        values={search}
        onChange={(name, value) => navigate({ search: { ...search, [name]: value } })}
        onClear={() => navigate({ search: {} })}
      />
      <RecordTable
        label={t('claims.title')}
        pages={pages}
        columns={useClaimColumns()}
        rowKey={claim => claim.id}
        to={claim => linkOptions({ to: '/evidence/claims/$claimId', params: { claimId: claim.id } })}
        filtered={Object.keys(search).length > 0}
        clearFilters={() => navigate({ search: {} })}
        empty={<Empty title={t('claims.empty')} text={t('claims.emptyText')} />}
      />
    </>
  )
}
