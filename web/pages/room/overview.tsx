import { Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type RoomSession, roomQuery } from '#web/api/room.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ButtonLink } from '#web/ui/links.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'
import { useWindowTitle } from '#web/ui/window-title.ts'
import { useItemGraph } from './room-tree.tsx'
import { countClaims, type ItemGraph, nextUnmarked } from './tree-model.ts'

const marks = [
  ['accepted', 'teal'],
  ['question', 'yellow'],
  ['rejected', 'red'],
] as const

const ProgressBar = ({ graph, isConcluded }: { graph: ItemGraph; isConcluded: boolean }) => {
  const { t } = useTranslation('rooms')
  const claims = graph.items.filter(({ kind }) => kind === 'claim')
  const counts = countClaims(claims)
  const marked = counts.accepted + counts.question + counts.rejected
  const next = nextUnmarked(graph, undefined)
  const remainingText = () => t('progress.left', { marked, count: claims.length })
  if (claims.length === 0) return <Text>{t('progress.empty')}</Text>
  return (
    <Stack gap="sm">
      <Text fz="lg" fw={600}>
        {marked === claims.length ? t('progress.done', { count: marked }) : remainingText()}
      </Text>
      <Progress.Root size="lg" aria-hidden>
        {marks.map(([mark, color]) => (
          <Progress.Section key={mark} value={(counts[mark] * 100) / claims.length} color={color} />
        ))}
      </Progress.Root>
      <Text size="sm" c="dimmed">
        {t('progress.sum', counts)}
      </Text>
      {!isConcluded && (
        <Group gap="xs">
          {next && (
            <ButtonLink to="/room/items/$itemId" params={{ itemId: next.id }} search={true}>
              {t(marked === 0 ? 'progress.start' : 'progress.next')}
            </ButtonLink>
          )}
          <ButtonLink to="/room/conclude" search={true} variant={next ? 'default' : 'filled'}>
            {t('conclude')}
          </ButtonLink>
        </Group>
      )}
    </Stack>
  )
}

const Scope = ({ session: { room, expiresAt } }: { session: RoomSession }) => {
  const { t } = useTranslation('rooms')
  const { clauses, controls, claims } = room
  return (
    <Section title={t('scope')}>
      <FactList
        entries={[
          [t('framework'), room.frameworkTitle],
          [
            t('period'),
            <>
              <Time at={room.periodFrom} as="date" /> – <Time at={room.periodUntil} as="date" />
            </>,
          ],
          [t('shown'), t('counts', { clauses, controls, claims })],
          [t('scope'), <Time key="at" at={room.scopeAt} />],
          [t('openedBy'), room.openedByName],
          [t('until'), <Time key="until" at={expiresAt} />],
        ]}
      />
      <details>
        <summary>{t('details')}</summary>
        <FactList entries={[[t('digest'), <Copyable key="digest" value={room.scopeDigest} />]]} />
      </details>
    </Section>
  )
}

/** The conclusion of an audit, once there is one. */
export const Conclusion = ({ room }: { room: RoomSession['room'] }) => {
  const { t } = useTranslation('rooms')
  if (room.concludedAt === null) return null
  return (
    <Section title={t('concluded')}>
      <Text className="as-written" mb="sm">
        {room.conclusion}
      </Text>
      <FactList
        entries={[
          [t('concludedBy'), room.concludedByName],
          [t('concluded'), <Time key="concluded" at={room.concludedAt} />],
        ]}
      />
    </Section>
  )
}

/** The first page of the room: the progress of the audit, and the frozen scope. */
export const Overview = () => {
  const { t } = useTranslation('rooms')
  const { data: session } = useQuery(roomQuery)
  const { graph } = useItemGraph()
  const title = session
    ? t('of', { organization: session.room.organization, assessment: session.room.assessmentTitle })
    : t('title')
  useWindowTitle(title)
  if (!session) return null
  return (
    <Stack>
      <Title order={1}>{title}</Title>
      <Conclusion room={session.room} />
      {graph && (
        <Section title={t('progress.title')}>
          <ProgressBar graph={graph} isConcluded={session.room.concludedAt !== null} />
        </Section>
      )}
      <Scope session={session} />
    </Stack>
  )
}
