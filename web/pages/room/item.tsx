import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { itemQuery, type ListedRoomItem, roomQuery } from '#web/api/room.ts'
import { usePatchItem } from '#web/api/room-items.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { Section } from '#web/ui/section.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { useWindowTitle } from '#web/ui/window-title.ts'
import { ClaimParts } from './claim.tsx'
import { Entries } from './entries.tsx'
import { MarkBar } from './mark-bar.tsx'
import { useItemGraph } from './room-tree.tsx'
import { StateBadge, StateIcon } from './state.tsx'
import { filterOf, type ItemGraph, stateOf, stepsOf } from './tree-model.ts'

/** Buttons to the items before and after, with the keys K and J. */
const Steps = ({ item, graph }: { item: ListedRoomItem; graph: ItemGraph }) => {
  const { t } = useTranslation('rooms')
  const navigate = useNavigate()
  const search = useSearch({ from: '/room' })
  const { previous, next } = stepsOf(graph, item, filterOf(search))
  const open = (to: ListedRoomItem | undefined) =>
    to && void navigate({ to: '/room/items/$itemId', params: { itemId: to.id }, search: true })
  useHotkeys([
    ['j', () => open(next)],
    ['k', () => open(previous)],
  ])
  const hint = (name: string, key: string) => t('keysHint', { name, key })
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        disabled={!previous}
        aria-keyshortcuts="k"
        title={hint(t('previous'), 'K')}
        leftSection={<IconChevronLeft size={14} aria-hidden />}
        onClick={() => open(previous)}
      >
        {t('previous')}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={!next}
        aria-keyshortcuts="j"
        title={hint(t('next'), 'J')}
        rightSection={<IconChevronRight size={14} aria-hidden />}
        onClick={() => open(next)}
      >
        {t('next')}
      </Button>
    </Group>
  )
}

/** The controls and claims that answer or prove an item, as links. */
const Related = ({ item, graph }: { item: ListedRoomItem; graph: ItemGraph }) => {
  const { t } = useTranslation('rooms')
  const children = graph.childrenOf(item)
  return (
    <Section title={t('related')}>
      {children.length === 0 && <Text c="dimmed">{t('noRelated')}</Text>}
      <Stack component="ul" gap={6} p={0} m={0}>
        {children.map(child => (
          <Group component="li" key={child.id} gap="xs" wrap="nowrap" align="flex-start">
            <StateIcon state={stateOf(child)} />
            <AnchorLink to="/room/items/$itemId" params={{ itemId: child.id }} search={true} fz="sm" className="digest">
              {child.key} · {child.title}
            </AnchorLink>
          </Group>
        ))}
      </Stack>
    </Section>
  )
}

/** A frozen item, with the entries about it. Remounted for each item. */
const OpenedItem = ({ item, graph }: { item: ListedRoomItem; graph: ItemGraph }) => {
  const { t } = useTranslation('rooms')
  const { data: session } = useQuery(roomQuery)
  const { data, error, isPending, refetch } = useQuery(itemQuery(item.id))
  const patchItem = usePatchItem()
  const heading = useRef<HTMLHeadingElement>(null)
  useWindowTitle(`${item.key} · ${item.title}`)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (data) patchItem(item.id, one => ({ ...one, opened: one.digest === data.digest }))
  }, [data, item.id, patchItem])
  const isConcluded = session?.room.concludedAt !== null
  return (
    <Stack>
      <Stack gap={6}>
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <AnchorLink to="/room" search={true} fz="sm" hiddenFrom="md">
              <IconArrowLeft size={14} aria-hidden /> {t('contents')}
            </AnchorLink>
            <Text size="sm" c="dimmed">
              {t(`kindNames.${item.kind}`)} {item.key}
            </Text>
            <StateBadge state={stateOf(item)} />
          </Group>
          <Steps item={item} graph={graph} />
        </Group>
        <Title order={1} ref={heading} tabIndex={-1}>
          {item.title}
        </Title>
      </Stack>
      {isPending && <Lines count={4} />}
      <ErrorNote error={error} retry={() => void refetch()} />
      {data && (
        <>
          {data.item.text && <Text className="as-written">{data.item.text}</Text>}
          {data.item.claim ? <ClaimParts item={item} claim={data.item.claim} /> : <Related item={item} graph={graph} />}
          <details>
            <summary>{t('details')}</summary>
            <Group gap="xs">
              <Text size="xs" c="dimmed">
                {t('itemDigest')}
              </Text>
              <Copyable value={data.digest} />
            </Group>
          </details>
          <Entries itemId={item.id} isConcluded={isConcluded} />
          <MarkBar item={item} graph={graph} isConcluded={isConcluded} onReopen={() => void refetch()} />
        </>
      )}
    </Stack>
  )
}

/** The page of a clause, a control, a claim, or a file of a claim. */
export const ItemPage = () => {
  const { t } = useTranslation('rooms')
  const { itemId } = useParams({ from: '/room/items/$itemId' })
  const { graph, error, refetch } = useItemGraph()
  if (!graph) return error ? <ErrorNote error={error} retry={() => void refetch()} /> : <Lines count={6} />
  const item = graph.byId.get(itemId)
  if (item) return <OpenedItem key={itemId} item={item} graph={graph} />
  return (
    <>
      <Title order={1} mb="md">
        {t('notInRoom')}
      </Title>
      <Empty title={t('notInRoom')} text={t('notInRoomText')}>
        <AnchorLink to="/room">{t('contents')}</AnchorLink>
      </Empty>
    </>
  )
}
