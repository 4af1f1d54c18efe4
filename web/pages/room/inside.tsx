import { AppShell, Button, Group, NativeSelect, Stack, Tabs, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedRoomItem, RoomSession } from '#web/api/room.ts'
import { changeLanguage, type Language, languages } from '#web/i18n/index.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'
import { useWindowTitle } from '#web/ui/window-title.ts'
import { Bundle } from './bundle.tsx'
import { Conclude } from './conclude.tsx'
import { Entries } from './entries.tsx'
import { OpenedItem } from './item.tsx'
import { Items, type OpenItem } from './items.tsx'

const kinds = ['clause', 'control', 'claim'] as const

const Scope = ({ session: { room, expiresAt } }: { session: RoomSession }) => {
  const { t } = useTranslation('rooms')
  const { clauses, controls, claims } = room
  return (
    <Section title={t('scope')}>
      <Facts
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
          [t('digest'), <Copyable key="digest" value={room.scopeDigest} />],
          [t('concluded'), room.concludedAt && <Time key="concluded" at={room.concludedAt} />],
          [t('concludedBy'), room.concludedByName],
          [t('conclusion'), room.conclusion],
        ]}
      />
    </Section>
  )
}

const Lists = ({ session, onOpen }: { session: RoomSession; onOpen: OpenItem }) => {
  const { t } = useTranslation('rooms')
  const isConcluded = session.room.concludedAt !== null
  return (
    <Tabs defaultValue="clause" keepMounted={false}>
      <Tabs.List aria-label={t('shown')} mb="sm">
        {[...kinds, 'said' as const, 'bundle' as const].map(kind => (
          <Tabs.Tab key={kind} value={kind}>
            {t(`tabs.${kind}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {kinds.map(kind => (
        <Tabs.Panel key={kind} value={kind}>
          <Items kind={kind} onOpen={onOpen} />
        </Tabs.Panel>
      ))}
      <Tabs.Panel value="said">
        <Entries isConcluded={isConcluded} />
      </Tabs.Panel>
      <Tabs.Panel value="bundle">
        <Bundle />
      </Tabs.Panel>
    </Tabs>
  )
}

interface Props {
  readonly session: RoomSession
  /** Ends the session. The page shows an error. */
  readonly onLeave: () => Promise<unknown>
}

/** The room, in its own frame without the menu of the workspace. */
export const Inside = ({ session, onLeave }: Props) => {
  const { t, i18n } = useTranslation('rooms')
  const { t: common } = useTranslation()
  const [item, setItem] = useState<ListedRoomItem>()
  const opener = useRef<HTMLElement>(null)
  const [leaveState, setLeaveState] = useState<{ readonly busy: boolean; readonly error?: unknown }>({ busy: false })
  const { guest, room } = session
  const title = t('of', { organization: room.organization, assessment: room.assessmentTitle })
  useWindowTitle(title)
  useEffect(() => {
    if (!item) opener.current?.focus()
  }, [item])
  const leave = () => {
    setLeaveState({ busy: true })
    onLeave().catch((error: unknown) => setLeaveState({ busy: false, error }))
  }
  const open: OpenItem = (item, button) => {
    opener.current = button
    setItem(item)
  }
  return (
    <AppShell header={{ height: 48 }} padding={{ base: 'sm', sm: 'lg' }}>
      <a className="skip-link" href="#main">
        {common('skip')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="sm" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <img src="/icon.svg" width={24} height={24} alt={common('product')} />
            <Text size="sm" truncate>
              {guest.name}
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <NativeSelect
              size="xs"
              aria-label={t('language')}
              value={i18n.language}
              onChange={event => void changeLanguage(event.currentTarget.value as Language)}
              data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            />
            <Button size="xs" variant="default" loading={leaveState.busy} onClick={leave}>
              {t('leave')}
            </Button>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Main id="main" tabIndex={-1}>
        <Stack maw={960} mx="auto">
          <ErrorNote error={leaveState.error} />
          <Title order={1}>{title}</Title>
          <Scope session={session} />
          {item && <OpenedItem key={item.id} listedItem={item} session={session} onBack={() => setItem(undefined)} />}
          {/* While hidden, the list keeps its tab and its loaded rows. */}
          <div hidden={item !== undefined}>
            <Lists session={session} onOpen={open} />
          </div>
          {room.concludedAt === null && <Conclude scopeDigest={room.scopeDigest} />}
        </Stack>
      </AppShell.Main>
    </AppShell>
  )
}
