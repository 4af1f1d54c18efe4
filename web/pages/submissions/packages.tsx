import { SegmentedControl } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { List } from '#web/list/list.tsx'
import { useListPages } from '#web/list/use-list-pages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ButtonLink } from '#web/ui/links.tsx'
import { oneOf } from '#web/ui/one-of.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Column } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { BoardByDue, BoardByStatus } from './board.tsx'
import { TimeLeft } from './due.tsx'
import { type Package, packageStatuses } from './model.ts'
import { CreatePackage } from './package-dialogs.tsx'

const route = getRouteApi('/app/submissions')

const views = ['list', 'status', 'due'] as const

const PackageTable = () => {
  const { t } = useTranslation('submissions')
  const { t: common } = useTranslation()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const status = oneOf(packageStatuses, search.status)
  const { submissionRequirementId } = search
  const columns: readonly Column<Package>[] = [
    { key: 'title', sortBy: 'title', header: t('packages.package'), render: row => row.title },
    {
      key: 'packageKey',
      sortBy: 'packageKey',
      header: t('packages.key'),
      render: row => <code>{row.packageKey}</code>,
      wide: true,
    },
    { key: 'requirement', header: t('packages.requirement'), render: row => row.requirementTitle, wide: true },
    {
      key: 'status',
      sortBy: 'status',
      header: t('packages.status'),
      render: row => <StatusBadge status={row.status} />,
    },
    { key: 'dueAt', sortBy: 'dueAt', header: t('packages.due'), render: row => <Time at={row.dueAt} />, wide: true },
    { key: 'left', header: t('packages.left'), render: row => <TimeLeft {...row} /> },
  ]
  const pages = useListPages(
    '/api/workspace/packages',
    { query: { submissionRequirementId, status } },
    page => page.submissionPackages,
    {
      search,
      columns,
      ranges: ['createdAt', 'dueAt'],
    },
  )
  return (
    <List
      operation="listWorkspaceSubmissionPackages"
      label={t('packages.title')}
      pages={pages}
      columns={columns}
      rowKey={({ id }) => id}
      nameOf={({ title }) => title}
      filters={[
        {
          name: 'status',
          label: t('packages.status'),
          choices: packageStatuses.map(value => ({ value, label: common(`status.${value}`) })),
        },
        {
          name: 'submissionRequirementId',
          label: t('packages.requirement'),
          offer: { kind: 'submission_requirement' },
        },
      ]}
      ranges={[
        { name: 'createdAt', label: common('record.created') },
        { name: 'dueAt', label: t('packages.due') },
      ]}
      search={search}
      onSearch={(search, options) => navigate({ search, ...options })}
      fixed={['view']}
      to={({ id }) => linkOptions({ to: '/submissions/packages/$packageId', params: { packageId: id } })}
      empty={<NoPackages />}
    />
  )
}

/** Whether an active requirement exists. Undefined until that is known. */
const useHasActive = (): boolean | undefined => {
  const query = { status: 'active', limit: 1 } as const
  const { data } = api.useQuery('get', '/api/workspace/submission-requirements', { params: { query } })
  return data && data.submissionRequirements.length > 0
}

const NoPackages = () => {
  const { t } = useTranslation('submissions')
  const can = useCan()
  const hasActive = useHasActive()
  if (!can('createSubmissionPackage')) return <Empty title={t('packages.empty')} text={t('packages.emptyRead')} />
  if (hasActive === false)
    return (
      <Empty title={t('packages.noRequirement')} text={t('packages.noRequirementText')}>
        <ButtonLink to="/submissions/requirements" variant="default">
          {t('packages.toRequirements')}
        </ButtonLink>
      </Empty>
    )
  return <Empty title={t('packages.empty')} text={t('packages.emptyText')} />
}

const NewPackage = () => (useHasActive() ? <CreatePackage /> : null)

/** The packages as a list, by status or by due date. The address contains the view. */
export const Packages = () => {
  const { t } = useTranslation('submissions')
  const can = useCan()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const view = oneOf(views, search.view) ?? 'list'
  const contentByView = {
    list: <PackageTable />,
    status: <BoardByStatus empty={<NoPackages />} />,
    due: <BoardByDue empty={<NoPackages />} />,
  }
  return (
    <>
      <PageHeader title={t('packages.title')} description={t('packages.description')}>
        {can('createSubmissionPackage') && <NewPackage />}
      </PageHeader>
      <SegmentedControl
        size="xs"
        mb="sm"
        aria-label={t('packages.view')}
        value={view}
        onChange={value => navigate({ search: value === 'list' ? {} : { view: value } })}
        data={[
          { value: 'list', label: t('packages.list') },
          { value: 'status', label: t('packages.byStatus') },
          { value: 'due', label: t('packages.byDue') },
        ]}
      />
      {contentByView[view]}
    </>
  )
}
