import { ActionIcon, Box, Button, Group, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { useFormat } from '#web/ui/display.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Feeds, Subscribe } from './feeds.tsx'
import { addMonths, dateIn, type Month, MonthList, MonthTable, monthOf, nameOfMonth, startOf } from './month.tsx'

const route = getRouteApi('/app/submissions/calendar')

const DueDates = ({ month, label }: { month: Month; label: string }) => {
  const { t } = useTranslation('submissions')
  const [from, until] = [startOf(month), startOf(addMonths(month, 1))]
  const { data, error, refetch } = api.useQuery('get', '/api/workspace/submission-calendar', {
    params: { query: { from, until } },
  })
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return <Lines />
  const props = { month, label, packages: data.packages }
  return (
    <>
      <Box visibleFrom="sm">
        <MonthTable {...props} />
      </Box>
      <Box hiddenFrom="sm">
        <MonthList {...props} />
      </Box>
      {data.packages.length === 0 && (
        <Box mt="sm">
          <Empty title={t('calendar.empty')} text={t('calendar.emptyText')} />
        </Box>
      )}
    </>
  )
}

/** The due dates by month, and the feeds for calendar programs. */
export const Calendar = () => {
  const { t } = useTranslation('submissions')
  const format = useFormat()
  const can = useCan()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const month = monthOf(search.month)
  const label = format.month(dateIn(month, 1))
  const go = (months: number) => navigate({ search: { month: nameOfMonth(addMonths(month, months)) } })
  return (
    <>
      <PageHeader title={t('calendar.title')} description={t('calendar.description')}>
        {can('createCalendarFeed') && <Subscribe contents="submissions" />}
      </PageHeader>
      <Group mb="sm" gap="xs">
        <ActionIcon variant="default" size="md" aria-label={t('calendar.previous')} onClick={() => go(-1)}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon variant="default" size="md" aria-label={t('calendar.next')} onClick={() => go(1)}>
          <IconChevronRight size={16} />
        </ActionIcon>
        <Button size="xs" variant="default" onClick={() => navigate({ search: {} })}>
          {t('calendar.today')}
        </Button>
        <Title order={2} aria-live="polite">
          {label}
        </Title>
      </Group>
      <DueDates month={month} label={label} />
      {can('listCalendarFeeds') && <Feeds />}
    </>
  )
}
