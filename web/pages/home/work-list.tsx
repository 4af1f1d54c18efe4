import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import type { Pages } from '#web/api/lists.ts'
import { Download } from '#web/ui/download.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { WorkGroups } from './work-groups.tsx'

interface Props {
  /** The tasks in the order of their kinds, so that a further page continues the last kind. */
  readonly pages: Pages<Schemas['Work']>
  readonly counts: readonly Schemas['WorkCount'][]
  readonly filtered: boolean
  readonly clearFilters: () => void
}

/** The time when a task is due, or since when it has been waiting. A task without either comes last. */
const timeOf = ({ dueAt, waitingSince }: Schemas['Work']): number => Date.parse(dueAt ?? waitingSince ?? '') || Infinity

const isBefore = (a: Schemas['Work'], b: Schemas['Work']): boolean =>
  timeOf(a) === timeOf(b) ? a.id < b.id : timeOf(a) < timeOf(b)

/** Orders the kinds by the time of their first task, as on the overview. */
const earliestKindsFirst = (work: readonly Schemas['Work'][]) =>
  [...Map.groupBy(work, ({ kind }) => kind).values()].toSorted(([a], [b]) => (a && b && isBefore(a, b) ? -1 : 1)).flat()

/** The tasks of the user by kind, loaded page by page. */
export const WorkList = ({ pages, counts, filtered, clearFilters }: Props) => {
  const { t } = useTranslation('work')
  const { t: common } = useTranslation()
  const { rows, isPending, error, refetch, hasMore, loadMore, isFetchingMore, csv } = pages
  if (isPending) return <Lines />
  if (error && rows.length === 0) return <ErrorNote error={error} retry={refetch} />
  if (rows.length === 0 && !hasMore)
    return filtered ? (
      <Empty title={common('empty.filtered')} text={common('empty.filteredText')}>
        <Button variant="default" onClick={clearFilters}>
          {common('actions.clear')}
        </Button>
      </Empty>
    ) : (
      <Empty title={t('empty')} text={t('emptyText')} />
    )
  return (
    <>
      {/* Until all pages are loaded, keeps the order of the list: the next page continues the last kind. */}
      <WorkGroups work={hasMore ? rows : earliestKindsFirst(rows)} counts={counts} order={2} />
      {error ? <ErrorNote error={error} retry={refetch} /> : null}
      <Group justify="center" mt="sm" className="no-print">
        {hasMore && (
          <Button variant="default" onClick={loadMore} loading={isFetchingMore}>
            {common('actions.more')}
          </Button>
        )}
        {csv && (
          <Download href={csv} variant="subtle" size="compact-sm">
            {common('actions.csv')}
          </Download>
        )}
      </Group>
    </>
  )
}
