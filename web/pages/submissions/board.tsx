import { Anchor, Card, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api, client, unwrap } from '#web/api/client.ts'
import { keyOfList } from '#web/api/lists.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { TimeLeft } from './due.tsx'
import { type Package, packageStatuses } from './model.ts'

type BoardPackage = Pick<
  Package,
  'id' | 'title' | 'status' | 'dueAt' | 'submittedAt' | 'requirementTitle' | 'late' | 'daysLeft'
>

const PackageCard = ({ item, withStatus }: { item: BoardPackage; withStatus: boolean }) => (
  <Card withBorder p="xs" component="li">
    <AnchorLink
      to="/submissions/packages/$packageId"
      params={{ packageId: item.id }}
      fz="sm"
      fw={550}
      className="digest"
    >
      {item.title}
    </AnchorLink>
    <Text size="xs" c="dimmed" className="digest">
      {item.requirementTitle}
    </Text>
    <Text size="xs" component="div" mt={4}>
      <Time at={item.dueAt} /> · <TimeLeft {...item} /> {withStatus && <StatusBadge status={item.status} />}
    </Text>
  </Card>
)

interface GroupProps {
  readonly title: string
  readonly items: readonly BoardPackage[]
  readonly withStatus?: boolean
  readonly emptyText?: string
  readonly children?: ReactNode
}

const Group = ({ title, items, withStatus = false, emptyText, children }: GroupProps) => (
  <section aria-label={title}>
    <Title order={2} mb="xs">
      {title}{' '}
      <Text span c="dimmed" inherit fw={400}>
        {items.length}
        {children && '+'}
      </Text>
    </Title>
    {items.length === 0 ? (
      <Text c="dimmed" size="sm">
        {emptyText}
      </Text>
    ) : (
      <Stack component="ul" gap="xs" p={0} m={0}>
        {items.map(item => (
          <PackageCard key={item.id} item={item} withStatus={withStatus} />
        ))}
      </Stack>
    )}
    {children}
  </section>
)

const columns = { base: 1, xs: 2, md: 3, xl: 4 }
const maxInGroup = 20

/** Packages grouped by status, with the newest of each status. */
export const BoardByStatus = ({ empty }: { empty: ReactNode }) => {
  const { t } = useTranslation('submissions')
  const { t: common } = useTranslation()
  const groups = useQueries({
    queries: packageStatuses.map(status => ({
      queryKey: [...keyOfList('/api/workspace/packages'), 'board', status],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const params = { query: { status, limit: maxInGroup } }
        return { status, page: await unwrap(client.GET('/api/workspace/packages', { params, signal })) }
      },
    })),
  })
  const failed = groups.find(({ error }) => error)
  if (failed) return <ErrorNote error={failed.error} retry={() => void failed.refetch()} />
  if (groups.some(({ isPending }) => isPending)) return <Lines />
  const loadedGroups = groups.flatMap(({ data }) => data ?? [])
  const [filledGroups, emptyGroups] = [
    loadedGroups.filter(({ page }) => page.submissionPackages.length > 0),
    loadedGroups.filter(({ page }) => page.submissionPackages.length === 0),
  ]
  if (filledGroups.length === 0) return empty
  const statuses = emptyGroups.map(({ status }) => common(`status.${status}`)).join(', ')
  return (
    <>
      <SimpleGrid cols={columns} spacing="md" verticalSpacing="lg">
        {filledGroups.map(({ status, page }) => (
          <Group key={status} title={common(`status.${status}`)} items={page.submissionPackages}>
            {page.pagination.nextCursor && (
              <Anchor size="sm" renderRoot={props => <Link to="/submissions" search={{ status }} {...props} />}>
                {t('due.all')}
              </Anchor>
            )}
          </Group>
        ))}
      </SimpleGrid>
      {emptyGroups.length > 0 && (
        <Text c="dimmed" size="sm" mt="md">
          {t('due.nothingIn', { statuses })}
        </Text>
      )}
    </>
  )
}

const day = 86_400_000
const range = 400 * day
const groupsByDue = [
  { name: 'overdue', until: 0 },
  { name: 'thisWeek', until: 7 },
  { name: 'thisMonth', until: 30 },
  { name: 'later', until: Number.POSITIVE_INFINITY },
] as const

/** The start of the current hour, so that repeated requests have the same URL. */
const currentHour = (): number => Math.floor(Date.now() / 3_600_000) * 3_600_000

const useDueBetween = (from: number, until: number) =>
  api.useQuery('get', '/api/workspace/submission-calendar', {
    params: { query: { from: new Date(from).toISOString(), until: new Date(until).toISOString() } },
  })

/** The packages that have not been sent, grouped by due date. */
export const BoardByDue = ({ empty }: { empty: ReactNode }) => {
  const { t } = useTranslation('submissions')
  const now = currentHour()
  const past = useDueBetween(now - range, now)
  const upcoming = useDueBetween(now, now + range)
  const failed = [past, upcoming].find(({ error }) => error)
  if (failed) return <ErrorNote error={failed.error} retry={() => void failed.refetch()} />
  if (!past.data || !upcoming.data) return <Lines />
  const unsent = [...past.data.packages, ...upcoming.data.packages].flatMap(
    ({ submissionPackage, daysLeft, ...due }) =>
      daysLeft === null ? [] : [{ ...submissionPackage, ...due, daysLeft, key: submissionPackage.id }],
  )
  if (unsent.length === 0) return empty
  const groupOf = ({ late, daysLeft }: { late: boolean; daysLeft: number }) =>
    late ? 'overdue' : groupsByDue.find(({ until }) => daysLeft < until)?.name
  return (
    <>
      <Text c="dimmed" size="sm" mb="sm">
        {t('due.awaited')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md" verticalSpacing="lg">
        {groupsByDue.map(({ name }) => (
          <Group
            key={name}
            title={t(`due.${name}`)}
            items={unsent.filter(item => groupOf(item) === name)}
            emptyText={t('due.nothing')}
            withStatus
          />
        ))}
      </SimpleGrid>
    </>
  )
}
