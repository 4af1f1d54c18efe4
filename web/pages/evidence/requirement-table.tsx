import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { enums } from '#web/api/enums.ts'
import { RecordList } from '#web/family/record-list.tsx'
import { StartFromTemplates } from '#web/pages/templates/start-button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import type { Column } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Requirement } from './queries.ts'

const route = getRouteApi('/app/evidence')

const statuses = enums.WorkspaceEvidenceRequirement.status

/** All requirements, including drafts and retired ones. */
export const RequirementTable = () => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const status = statuses.find(status => status === search.status)

  const pages = usePages('/api/workspace/evidence-requirements', { query: { status } }, page => page.requirements)

  const columns: readonly Column<Requirement>[] = [
    {
      key: 'requirement',
      header: t('board.requirement'),
      render: ({ requirementKey, title }) => (
        <>
          <code>{requirementKey}</code> {title}
        </>
      ),
    },
    { key: 'status', header: t('requirement.status'), render: ({ status }) => <StatusBadge status={status} /> },
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
      header: common('record.changed'),
      render: ({ updatedAt }) => <Time at={updatedAt} as="ago" />,
    },
  ]

  return (
    <RecordList
      label={t('board.catalogue')}
      pages={pages}
      columns={columns}
      to={({ id }) => linkOptions({ to: '/evidence/requirements/$requirementId', params: { requirementId: id } })}
      statuses={statuses}
      status={status}
      onStatus={status => navigate({ search: { ...search, status } })}
      empty={
        <Empty title={t('board.emptyCatalogue')} text={t('board.emptyText')}>
          <StartFromTemplates primary />
        </Empty>
      }
    />
  )
}
