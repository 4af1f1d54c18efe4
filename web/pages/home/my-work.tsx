import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { useCan } from '#web/api/session.ts'
import { FilterBar } from '#web/family/filter-bar.tsx'
import { Subscribe } from '#web/pages/submissions/feeds.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { WorkList } from './work-list.tsx'

const route = getRouteApi('/app/my-work')

const { kind: kinds } = enums.Work
const dues = ['late', 'week'] as const

/** The user's open tasks, by kind. Finished tasks disappear from the list automatically. */
export const MyWork = () => {
  const { t } = useTranslation('work')
  const can = useCan()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const kind = kinds.find(option => option === search.kind)
  const due = dues.find(option => option === search.due)
  const { data } = api.useQuery('get', '/api/workspace/overview/work')
  const pages = usePages('/api/workspace/my-work', { query: { kind, due, order: 'kind' } }, page => page.work)
  return (
    <>
      <PageHeader title={t('title')} description={t('intro')}>
        {can('createCalendarFeed') && <Subscribe contents="my_work" />}
      </PageHeader>
      <FilterBar
        filters={[
          { name: 'kind', label: t('task'), choices: kinds.map(value => ({ value, label: t(`kinds.${value}`) })) },
          { name: 'due', label: t('due'), choices: dues.map(value => ({ value, label: t(`dues.${value}`) })) },
        ]}
        values={search}
        onChange={(name, value) => navigate({ search: { ...search, [name]: value } })}
        onClear={() => navigate({ search: {} })}
      />
      <WorkList
        pages={pages}
        counts={due ? [] : (data?.counts ?? [])}
        filtered={kind !== undefined || due !== undefined}
        clearFilters={() => navigate({ search: {} })}
      />
    </>
  )
}
