import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { RecordList, recordRanges } from '#web/family/record-list.tsx'
import { useListPages } from '#web/list/use-list-pages.ts'
import { StartFromTemplates } from '#web/pages/templates/start-button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Column } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { CoverageBar } from './coverage-bar.tsx'
import { WriteFramework } from './framework-dialog.tsx'
import { FrameworkFromFile } from './framework-from-file.tsx'
import { frameworkStatuses } from './model.ts'

const route = getRouteApi('/app/governance/frameworks')

/** The frameworks of the workspace, each with its coverage by proof. */
export const Frameworks = () => {
  const { t } = useTranslation('frameworks')
  const can = useCan()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const status = frameworkStatuses.find(status => status === search.status)
  const columns: readonly Column<Schemas['ListedFramework']>[] = [
    { key: 'framework', sortBy: 'title', header: t('list.framework'), render: ({ title }) => title },
    { key: 'version', header: t('list.version'), render: ({ version }) => version, wide: true },
    {
      key: 'status',
      sortBy: 'status',
      header: t('status'),
      render: ({ status }) => <StatusBadge status={status} />,
      wide: true,
    },
    { key: 'coverage', header: t('coverage'), render: ({ id }) => <CoverageBar frameworkId={id} /> },
  ]
  const pages = useListPages('/api/workspace/frameworks', { query: { status } }, page => page.frameworks, {
    search,
    columns,
    ranges: recordRanges,
  })
  return (
    <>
      <PageHeader title={t('list.title')} description={t('list.description')}>
        <StartFromTemplates />
        {can('createFramework') && can('importClauses') && <FrameworkFromFile />}
        <WriteFramework
          onSaved={({ id }) => navigate({ to: '/governance/frameworks/$frameworkId', params: { frameworkId: id } })}
        />
      </PageHeader>
      <RecordList
        operation="listFrameworks"
        label={t('list.title')}
        pages={pages}
        columns={columns}
        to={({ id }) => linkOptions({ to: '/governance/frameworks/$frameworkId', params: { frameworkId: id } })}
        statuses={frameworkStatuses}
        search={search}
        onSearch={(search, options) => navigate({ search, ...options })}
        empty={
          <Empty title={t('list.empty')} text={t('list.emptyText')}>
            <StartFromTemplates primary />
          </Empty>
        }
      />
    </>
  )
}
