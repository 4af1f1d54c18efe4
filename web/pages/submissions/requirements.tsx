import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { RecordList, recordRanges } from '#web/family/record-list.tsx'
import { useListPages } from '#web/list/use-list-pages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { oneOf } from '#web/ui/one-of.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Column } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { DueDateDifferences } from './due-date-differences.tsx'
import { type Requirement, requirementStatuses } from './model.ts'
import { PolicyInWords } from './policy-in-words.tsx'
import { WriteRequirement } from './requirement-dialog.tsx'

const route = getRouteApi('/app/submissions/requirements')

/** The submission requirements, each with its policy. */
export const Requirements = () => {
  const { t } = useTranslation('submissions')
  const { t: common } = useTranslation()
  const can = useCan()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const status = oneOf(requirementStatuses, search.status)
  const columns: readonly Column<Requirement>[] = [
    { key: 'title', sortBy: 'title', header: t('requirements.requirement'), render: row => row.title },
    {
      key: 'key',
      sortBy: 'requirementKey',
      header: t('requirements.key'),
      render: row => <code>{row.requirementKey}</code>,
      wide: true,
    },
    {
      key: 'kind',
      header: t('requirements.kind'),
      render: row => t(`submissionKind.${row.submissionKind}`),
      wide: true,
    },
    {
      key: 'status',
      sortBy: 'status',
      header: t('requirements.status'),
      render: row => <StatusBadge status={row.status} />,
    },
    { key: 'policy', header: t('requirements.policy'), render: row => <PolicyInWords {...row.policy} />, wide: true },
    {
      key: 'changed',
      sortBy: 'updatedAt',
      header: common('record.changed'),
      render: row => <Time at={row.updatedAt} as="ago" />,
      wide: true,
    },
  ]
  const pages = useListPages(
    '/api/workspace/submission-requirements',
    { query: { status } },
    page => page.submissionRequirements,
    {
      search,
      columns,
      ranges: recordRanges,
    },
  )
  const mayCreate = can('createSubmissionRequirement')
  return (
    <>
      <PageHeader title={t('requirements.title')} description={t('requirements.description')}>
        {mayCreate && <WriteRequirement />}
      </PageHeader>
      <DueDateDifferences />
      <RecordList
        operation="listWorkspaceSubmissionRequirements"
        label={t('requirements.title')}
        pages={pages}
        columns={columns}
        to={({ id }) => linkOptions({ to: '/submissions/requirements/$requirementId', params: { requirementId: id } })}
        statuses={requirementStatuses}
        search={search}
        onSearch={(search, options) => navigate({ search, ...options })}
        empty={
          <Empty
            title={t('requirements.empty')}
            text={t(mayCreate ? 'requirements.emptyText' : 'requirements.emptyRead')}
          />
        }
      />
    </>
  )
}
