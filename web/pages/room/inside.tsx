import { AppShell, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link, Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoomSession } from '#web/api/room.ts'
import { changeLanguage, type Language, languages } from '#web/i18n/index.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { InShell } from '#web/ui/page-frame.tsx'
import { SampleNotice } from '#web/ui/sample-notice.tsx'
import { TabStrip } from '#web/ui/tab-strip.tsx'
import { usePathname } from '#web/ui/use-pathname.ts'
import { RoomTree } from './room-tree.tsx'

/** Matches windows that are wide enough to show the tree beside an item. */
const wideQuery = '(min-width: 62em)'

const parts = [
  { to: '/room', name: 'contents' },
  { to: '/room/entries', name: 'said' },
  { to: '/room/bundle', name: 'bundle' },
  { to: '/room/conclude', name: 'conclude' },
] as const

/** The parts of the room, as links. An item is part of the contents. */
const Parts = () => {
  const { t } = useTranslation('rooms')
  const pathname = usePathname()
  const currentPart = parts.find(({ to }) => to !== '/room' && pathname.startsWith(to)) ?? parts[0]
  return (
    <TabStrip label={t('parts.label')} current={currentPart.to}>
      {parts.map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          search={true}
          className="page-tab"
          activeOptions={{ exact: true, includeSearch: false }}
          {...(to === currentPart.to && { 'aria-current': 'page' as const, 'data-current': true })}
        >
          {t(`parts.${name}`)}
        </Link>
      ))}
    </TabStrip>
  )
}

interface Props {
  readonly session: RoomSession
  /** Ends the session. The page shows an error. */
  readonly onLeave: () => Promise<unknown>
}

/** The room, in its own frame without the menu of the workspace. */
export const Inside = ({ session: { guest, room, sample }, onLeave }: Props) => {
  const { t, i18n } = useTranslation('rooms')
  const { t: common } = useTranslation()
  const pathname = usePathname()
  const isWide = useMediaQuery(wideQuery, undefined, { getInitialValueInEffect: false })
  const [leaveState, setLeaveState] = useState<{ readonly busy: boolean; readonly error?: unknown }>({ busy: false })
  const leave = () => {
    setLeaveState({ busy: true })
    onLeave().catch((error: unknown) => setLeaveState({ busy: false, error }))
  }
  const isStart = pathname.replace(/\/$/, '') === '/room'
  const tree = (
    <section aria-label={t('contents')} className="split-side">
      <RoomTree />
    </section>
  )
  return (
    <AppShell header={{ height: 52 }} padding={{ base: 'sm', sm: 'lg' }}>
      <a className="skip-link" href="#main">
        {common('skip')}
      </a>
      <AppShell.Header>
        <Group h={52} px="sm" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <img src="/icon.svg" width={24} height={24} alt={common('product')} />
            <Stack gap={0} miw={0}>
              <Text size="sm" fw={600} truncate>
                {room.organization}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {guest.name}
              </Text>
            </Stack>
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
        {sample && <SampleNotice />}
        <Parts />
        <ErrorNote error={leaveState.error} />
        <div className="split">
          {isWide && tree}
          <div>
            <InShell>
              <Outlet />
            </InShell>
          </div>
          {!isWide && isStart && tree}
        </div>
      </AppShell.Main>
    </AppShell>
  )
}
