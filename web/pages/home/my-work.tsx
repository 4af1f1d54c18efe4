import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { enums } from '#web/api/enums.ts'
import { useCan } from '#web/api/session.ts'
import { FilterBar } from '#web/family/filter-bar.tsx'
import { Subscribe } from '#web/pages/submissions/feeds.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { WorkTable } from './work-table.tsx'

const route = getRouteApi('/app/my-work')

const { kind: kinds } = enums.Work

/** The reader's open tasks. Finished tasks leave the list by themselves. */
export const MyWork = () => {
  const { t } = useTranslation('work')
  const can = useCan()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const kind = kinds.find(option => option === search.kind)
  const pages = usePages('/api/workspace/my-work', { query: { kind } }, page => page.work)
  return (
    <>
      <PageHeader title={t('title')} description={t('intro')}>
        {can('createCalendarFeed') && <Subscribe contents="my_work" />}
      </PageHeader>
      <FilterBar
        filters={[
          { name: 'kind', label: t('task'), choices: kinds.map(value => ({ value, label: t(`kinds.${value}`) })) },
        ]}
        values={search}
        onChange={(name, value) => navigate({ search: { ...search, [name]: value } })}
        onClear={() => navigate({ search: {} })}
      />
      <WorkTable
        label={t('title')}
        pages={pages}
        filtered={kind !== undefined}
        clearFilters={() => navigate({ search: {} })}
        empty={<Empty title={t('empty')} text={t('emptyText')} />}
      />
    </>
  )
}
