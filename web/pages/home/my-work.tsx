import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { useCan } from '#web/api/session.ts'
import { Subscribe } from '#web/pages/submissions/feeds.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { recordPlace } from '#web/ui/records.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'

const route = getRouteApi('/app/my-work')

type Work = Schemas['Work']

const { kind: kinds } = enums.Work

/** When it is due; missing proof is due now, and what waits says since when. */
const Due = ({ work: { dueAt, waitingSince, kind } }: { work: Work }) => {
  const { t, i18n } = useTranslation('work')
  if (dueAt !== null) return <Time at={dueAt} />
  if (waitingSince !== null) {
    const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(waitingSince))
    return t('since', { date })
  }
  return t(kind === 'evidence_renewal' ? 'now' : 'never')
}

/** What needs the reader. Nothing is closed here: what is done is not in the list any more. */
export const MyWork = () => {
  const { t } = useTranslation('work')
  const can = useCan()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const kind = kinds.find(one => one === search.kind)
  const pages = usePages('/api/workspace/my-work', { query: { kind } }, page => page.work)
  const columns: readonly Column<Work>[] = [
    { key: 'what', header: t('what'), render: row => row.title },
    {
      key: 'task',
      header: t('task'),
      render: ({ kind, open }) => {
        const what = kind === 'room_request' ? 'requests' : 'open'
        return t(`kinds.${kind}`) + (open === null ? '' : `: ${t(what, { count: open })}`)
      },
    },
    { key: 'key', header: t('key'), render: row => row.key !== null && <code>{row.key}</code>, wide: true },
    { key: 'status', header: t('status'), render: row => <StatusBadge status={row.status} />, wide: true },
    { key: 'due', header: t('due'), render: row => <Due work={row} /> },
  ]
  return (
    <>
      <PageHeader title={t('title')} description={t('intro')}>
        {can('createCalendarFeed') && <Subscribe of="my_work" />}
      </PageHeader>
      <FilterBar
        filters={[
          { name: 'kind', label: t('task'), choices: kinds.map(value => ({ value, label: t(`kinds.${value}`) })) },
        ]}
        values={search}
        onChange={(name, value) => navigate({ search: { ...search, [name]: value } })}
        onClear={() => navigate({ search: {} })}
      />
      <RecordTable
        label={t('title')}
        pages={pages}
        columns={columns}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        to={({ id }) => recordPlace(id) ?? { to: '/my-work' }}
        filtered={kind !== undefined}
        clearFilters={() => navigate({ search: {} })}
        empty={<Empty title={t('empty')} text={t('emptyText')} />}
      />
    </>
  )
}
