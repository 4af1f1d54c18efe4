import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { List } from '#web/list/list.tsx'
import { useListPages } from '#web/list/use-list-pages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Column } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { WriteAssessment } from './assessment-dialog.tsx'
import { type Assessment, assessmentStatuses } from './model.ts'
import { AssessmentProgress } from './progress.tsx'

const route = getRouteApi('/app/governance/assessments')

const AssessmentTable = () => {
  const { t } = useTranslation('assessments')
  const { t: common } = useTranslation()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const status = assessmentStatuses.find(option => option === search.status)
  const { frameworkId, assessorId } = search
  const columns: readonly Column<Assessment>[] = [
    { key: 'title', sortBy: 'title', header: t('assessment'), render: row => row.title },
    {
      key: 'key',
      sortBy: 'assessmentKey',
      header: t('key'),
      render: row => <code>{row.assessmentKey}</code>,
      wide: true,
    },
    { key: 'framework', header: t('framework'), render: row => row.frameworkTitle, wide: true },
    { key: 'status', sortBy: 'status', header: t('status'), render: row => <StatusBadge status={row.status} /> },
    { key: 'progress', header: t('answered'), render: row => <AssessmentProgress progress={row.progress} /> },
    { key: 'assessor', sortBy: 'assessor', header: t('assessor'), render: row => row.assessorName, wide: true },
    {
      key: 'due',
      sortBy: 'dueAt',
      header: t('due'),
      render: row => row.dueAt && <Time at={row.dueAt} as="date" />,
      wide: true,
    },
  ]
  const pages = useListPages(
    '/api/workspace/assessments',
    { query: { status, frameworkId, assessorId } },
    page => page.assessments,
    {
      search,
      columns,
      ranges: ['createdAt', 'dueAt'],
    },
  )
  return (
    <List
      operation="listWorkspaceAssessments"
      label={t('title')}
      pages={pages}
      columns={columns}
      rowKey={({ id }) => id}
      nameOf={({ title }) => title}
      filters={[
        {
          name: 'status',
          label: t('status'),
          choices: assessmentStatuses.map(value => ({ value, label: common(`status.${value}`) })),
        },
        {
          name: 'frameworkId',
          label: t('framework'),
          offer: { kind: 'framework' },
        },
        {
          name: 'assessorId',
          label: t('assessor'),
          offer: { kind: 'person' },
        },
      ]}
      ranges={[
        { name: 'createdAt', label: common('record.created') },
        { name: 'dueAt', label: t('due') },
      ]}
      search={search}
      onSearch={(search, options) => navigate({ search, ...options })}
      to={({ id }) => linkOptions({ to: '/governance/assessments/$assessmentId', params: { assessmentId: id } })}
      empty={<Empty title={t('empty')} text={t('emptyText')} />}
    />
  )
}

export const Assessments = () => {
  const { t } = useTranslation('assessments')
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader title={t('title')} description={t('intro')}>
        <WriteAssessment
          onSaved={({ id }) => navigate({ to: '/governance/assessments/$assessmentId', params: { assessmentId: id } })}
        />
      </PageHeader>
      <AssessmentTable />
    </>
  )
}
