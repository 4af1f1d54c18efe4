import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan, useSession } from '#web/api/session.ts'
import { List, lateList } from '#web/list/list.tsx'
import { useListPages } from '#web/list/use-list-pages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ButtonLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useClaimColumns } from './claim-columns.tsx'
import type { ListedClaim } from './queries.ts'

const route = getRouteApi('/app/evidence/claims')

const LateClaims = lateList<ListedClaim>(() => import('./late-claims.tsx').then(({ LateClaims }) => LateClaims))

/** The values are written out, because the table of all values would be most of this page's script. */
const statuses: readonly ListedClaim['status'][] = ['submitted', 'accepted', 'rejected', 'expired']

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

  const columns = useClaimColumns()
  const pages = useListPages(
    '/api/workspace/claims',
    { query: { evidenceRequirementId, status, assigneeId, claimKey } },
    page => page.claims,
    { search, columns, ranges: ['createdAt', 'validUntil'] },
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
      <List
        operation="listWorkspaceClaims"
        label={t('claims.title')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        nameOf={({ title }) => title}
        to={claim => linkOptions({ to: '/evidence/claims/$claimId', params: { claimId: claim.id } })}
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
        ranges={[
          { name: 'createdAt', label: t('claims.createdAt') },
          { name: 'validUntil', label: t('claims.validUntil') },
        ]}
        search={search}
        onSearch={(search, options) => navigate({ search, ...options })}
        Late={LateClaims}
        empty={<Empty title={t('claims.empty')} text={t('claims.emptyText')} />}
      />
    </>
  )
}
