import { List, Text } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { linkOptions } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pages } from '#web/api/lists.ts'
import { useCan } from '#web/api/session.ts'
import { useFormat } from '#web/ui/display.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { usePages } from '#web/ui/pages.ts'
import { Section } from '#web/ui/section.tsx'
import { Lines } from '#web/ui/skeletons.tsx'

interface Member {
  readonly id: string
  readonly name: string
  readonly unitIds?: readonly string[] | undefined
}

const pageSize = 200
/** The maximum number of people or accounts that are searched for members of the unit. */
const maxSearched = 2000

interface MembersProps<Row extends Member> {
  readonly title: string
  readonly none: string
  readonly unitId: string
  readonly pages: Pages<Row>
  readonly to: (row: Row) => LinkProps
  readonly noteOf?: (row: Row) => string
}

/**
 * The members of a unit, from the list of all people or accounts. Loads its pages up to a limit, and reports the limit.
 */
const Members = <Row extends Member>({ title, none, unitId, pages, to, noteOf }: MembersProps<Row>) => {
  const { t } = useTranslation('access')
  const { number } = useFormat()
  const { rows, isPending, error, refetch, hasMore, isFetchingMore, loadMore } = pages
  const needsMore = hasMore && !isFetchingMore && !error && rows.length < maxSearched
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loadMore` changes on every render
  useEffect(() => {
    if (needsMore) loadMore()
  }, [needsMore])
  const members = rows.filter(({ unitIds }) => unitIds?.includes(unitId))
  return (
    <Section title={title}>
      {isPending && <Lines count={2} />}
      <ErrorNote error={error} retry={refetch} />
      {!isPending && !error && members.length === 0 && <Text size="sm">{none}</Text>}
      <List size="sm" listStyleType="none" spacing={4}>
        {members.map(row => (
          <List.Item key={row.id}>
            <AnchorLink {...to(row)} fz="sm" underline="always">
              {row.name}
            </AnchorLink>
            {noteOf && (
              <Text span size="xs" c="dimmed">
                {' '}
                {noteOf(row)}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
      {hasMore && rows.length >= maxSearched && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('units.searched', { number: number(rows.length) })}
        </Text>
      )}
    </Section>
  )
}

const People = ({ unitId }: { unitId: string }) => {
  const { t } = useTranslation('access')
  const { t: common } = useTranslation()
  const pages = usePages('/api/workspace/people', { query: { limit: pageSize } }, page => page.people)
  return (
    <Members
      title={t('units.people')}
      none={t('units.noPeople')}
      unitId={unitId}
      pages={pages}
      to={({ id }) => linkOptions({ to: '/access/people/$personId', params: { personId: id } })}
      noteOf={({ role }) => common(`role.${role}`)}
    />
  )
}

const Accounts = ({ unitId }: { unitId: string }) => {
  const { t } = useTranslation('access')
  const pages = usePages(
    '/api/workspace/service-accounts',
    { query: { limit: pageSize } },
    page => page.serviceAccounts,
  )
  return (
    <Members
      title={t('units.accounts')}
      none={t('units.noAccounts')}
      unitId={unitId}
      pages={pages}
      to={({ id }) => linkOptions({ to: '/access/service-accounts/$accountId', params: { accountId: id } })}
    />
  )
}

/** The people that are limited to a unit, and the accounts for readers who may list them. */
export const UnitMembers = ({ unitId }: { unitId: string }) => {
  const can = useCan()
  return (
    <>
      <People unitId={unitId} />
      {can('listServiceAccounts') && <Accounts unitId={unitId} />}
    </>
  )
}
