import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RecordList, recordRanges } from '#web/family/record-list.tsx'
import { lateList } from '#web/list/list.tsx'
import { useListPages } from '#web/list/use-list-pages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Column } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { WriteControl } from './control-dialog.tsx'
import { type Control, controlStatuses } from './model.ts'

const route = getRouteApi('/app/governance/controls')

const LateControls = lateList<Control>(() => import('./late-controls.tsx').then(({ LateControls }) => LateControls))

/** The controls of the workspace, each with its coverage by accepted proof. */
export const Controls = () => {
  const { t } = useTranslation('frameworks')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const status = controlStatuses.find(status => status === search.status)
  const columns: readonly Column<Control>[] = [
    {
      key: 'control',
      sortBy: 'controlKey',
      header: t('controls.control'),
      render: ({ controlKey, title }) => (
        <>
          <code>{controlKey}</code> {title}
        </>
      ),
    },
    {
      key: 'status',
      sortBy: 'status',
      header: t('status'),
      render: ({ status }) => <StatusBadge status={status} />,
      wide: true,
    },
    { key: 'coverage', header: t('controls.state'), render: ({ coverage }) => <StatusBadge status={coverage.state} /> },
    {
      key: 'requirements',
      header: t('controls.requirements'),
      render: ({ coverage: { fresh, requirements } }) => t('controls.fresh', { fresh, requirements }),
      wide: true,
    },
    {
      key: 'until',
      header: t('provenUntil'),
      render: ({ coverage: { provenUntil } }) => provenUntil && <Time at={provenUntil} as="date" />,
      wide: true,
    },
    {
      key: 'owner',
      sortBy: 'owner',
      header: t('owner'),
      render: ({ ownerName }) => ownerName ?? t('noOwner'),
      wide: true,
    },
  ]
  const pages = useListPages('/api/workspace/controls', { query: { status } }, page => page.controls, {
    search,
    columns,
    ranges: recordRanges,
  })
  return (
    <>
      <PageHeader title={t('controls.title')} description={t('controls.description')}>
        <WriteControl
          onSaved={({ id }) => navigate({ to: '/governance/controls/$controlId', params: { controlId: id } })}
        />
      </PageHeader>
      <RecordList
        operation="listWorkspaceControls"
        label={t('controls.title')}
        pages={pages}
        columns={columns}
        to={({ id }) => linkOptions({ to: '/governance/controls/$controlId', params: { controlId: id } })}
        statuses={controlStatuses}
        search={search}
        onSearch={(search, options) => navigate({ search, ...options })}
        Late={LateControls}
        empty={<Empty title={t('controls.empty')} text={t('controls.emptyText')} />}
      />
    </>
  )
}
