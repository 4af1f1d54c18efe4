import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { enums } from '#web/api/enums.ts'
import { RecordList, recordRanges } from '#web/family/record-list.tsx'
import { lateList } from '#web/list/list.tsx'
import { useListPages } from '#web/list/use-list-pages.ts'
import { StartFromTemplates } from '#web/pages/templates/start-button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { Column } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Requirement } from './queries.ts'

const route = getRouteApi('/app/evidence')

const LateRequirements = lateList<Requirement>(() =>
  import('./late-requirements.tsx').then(({ LateRequirements }) => LateRequirements),
)

const statuses = enums.WorkspaceEvidenceRequirement.status

/** All requirements, including drafts and retired ones. */
export const RequirementTable = () => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const status = statuses.find(status => status === search.status)

  const columns: readonly Column<Requirement>[] = [
    {
      key: 'requirement',
      sortBy: 'requirementKey',
      header: t('board.requirement'),
      render: ({ requirementKey, title }) => (
        <>
          <code>{requirementKey}</code> {title}
        </>
      ),
    },
    {
      key: 'status',
      sortBy: 'status',
      header: t('requirement.status'),
      render: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'validity',
      header: t('requirement.validity'),
      align: 'right',
      render: ({ validityDays }) => validityDays,
      wide: true,
    },
    { key: 'owner', header: t('board.owner'), render: ({ owner }) => owner?.name ?? t('board.noOwner'), wide: true },
    {
      key: 'updatedAt',
      sortBy: 'updatedAt',
      header: common('record.changed'),
      render: ({ updatedAt }) => <Time at={updatedAt} as="ago" />,
    },
  ]
  const pages = useListPages('/api/workspace/evidence-requirements', { query: { status } }, page => page.requirements, {
    search,
    columns,
    ranges: recordRanges,
  })

  return (
    <RecordList
      operation="listWorkspaceEvidenceRequirements"
      label={t('board.catalogue')}
      pages={pages}
      columns={columns}
      to={({ id }) => linkOptions({ to: '/evidence/requirements/$requirementId', params: { requirementId: id } })}
      statuses={statuses}
      search={search}
      onSearch={(search, options) => navigate({ search, ...options })}
      fixed={['view']}
      Late={LateRequirements}
      empty={
        <Empty title={t('board.emptyCatalogue')} text={t('board.emptyText')}>
          <StartFromTemplates primary />
        </Empty>
      }
    />
  )
}
