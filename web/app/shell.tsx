import {
  ActionIcon,
  Alert,
  AppShell,
  Burger,
  Button,
  Group,
  Menu,
  Modal,
  NavLink,
  ScrollArea,
  Stack,
  Text,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconBook,
  IconCheck,
  IconChevronDown,
  IconSearch,
  IconUserCircle,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { api, sessionChange } from '#web/api/client.ts'
import { goOnIn, leaveFor, sessionQuery, useCan, useSession } from '#web/api/session.ts'
import { changeLanguage, type Language, languages } from '#web/i18n/index.ts'
import { Forbidden } from '#web/ui/failures.tsx'
import { fetchAhead } from './fetch-ahead.ts'
import { Notices } from './notices.tsx'
import { navigation, neededAt } from './pages.ts'
import { SignOut } from './sign-out.tsx'

const Palette = lazy(() => import('./palette.tsx').then(({ Palette }) => ({ default: Palette })))

const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
)

const SessionEnded = lazy(() => import('./session-ended.tsx').then(({ SessionEnded }) => ({ default: SessionEnded })))

const addresses = navigation.flatMap(({ pages }) => pages.map(({ to }) => to))

/** The page of the menu that an address belongs to: the longest that it lies below. */
const pageOf = (pathname: string): string | undefined =>
  addresses.filter(to => pathname === to || pathname.startsWith(`${to}/`)).sort((a, b) => b.length - a.length)[0]

const Navigation = ({ close }: { close: () => void }) => {
  const { t } = useTranslation()
  const can = useCan()
  const current = pageOf(useLocation().pathname)
  const sections = navigation
    .map(section => ({ ...section, pages: section.pages.filter(({ needs }) => can(needs)) }))
    .filter(({ pages }) => pages.length > 0)
  return (
    <AppShell.Section grow component={ScrollArea} type="auto">
      {sections.map(({ label, pages }) => (
        <div key={label}>
          {label !== 'home' && (
            <Text size="xs" c="dimmed" fw={600} px="sm" pt="md" pb={4}>
              {t(`nav.${label}`)}
            </Text>
          )}
          {pages.map(({ to, label, icon: Icon }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              label={t(`nav.${label}`)}
              leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
              active={to === current}
              onClick={close}
              py={5}
            />
          ))}
        </div>
      ))}
      <NavLink
        href="/docs/"
        label={t('nav.reference')}
        leftSection={<IconBook size={16} stroke={1.7} aria-hidden />}
        py={5}
      />
    </AppShell.Section>
  )
}

/** The workspaces of the login, where there are others than this one; opened and chosen with the keyboard as well. */
const Workspaces = () => {
  const { t } = useTranslation()
  const { organization } = useSession()
  const { data } = api.useQuery('get', '/api/workspace/account/workspaces', undefined, { staleTime: 300_000 })
  const name = (
    <Text fw={650} truncate>
      {organization.name}
    </Text>
  )
  if (!data || data.workspaces.length < 2) return name
  return (
    <Menu position="bottom-start" width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          miw={0}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={t('nav.switch', { name: organization.name })}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('nav.workspaces')}</Menu.Label>
        {data.workspaces.map(({ id, slug, name, role, current }) => (
          <Menu.Item
            key={id}
            {...(current ? { 'aria-current': true } : { onClick: () => goOnIn(slug).catch(leaveFor(slug)) })}
            rightSection={current ? <IconCheck size={14} aria-hidden /> : null}
          >
            <Text size="sm">{name}</Text>
            <Text size="xs" c="dimmed">
              {t(`role.${role}`)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** In another tab this browser signed in elsewhere: what this page asks for is refused, and nothing of it was done. */
const SessionChanged = () => {
  const { t } = useTranslation()
  const changed = useSyncExternalStore(sessionChange.subscribe, sessionChange.get)
  return (
    <Modal
      opened={changed}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t('sessionChanged.title')}
    >
      <Stack>
        <Text>{t('sessionChanged.text')}</Text>
        <Button data-autofocus onClick={() => location.assign('/')}>
          {t('sessionChanged.goOn')}
        </Button>
      </Stack>
    </Modal>
  )
}

const schemes = ['auto', 'light', 'dark'] as const

const AccountMenu = ({ onSignOut }: { onSignOut: () => void }) => {
  const { t, i18n } = useTranslation()
  const { person, organization } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const check = (chosen: boolean) => (chosen ? <IconCheck size={14} aria-hidden /> : null)
  return (
    <Menu position="bottom-end" width={230} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('nav.account')}>
          <IconUserCircle size={22} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Text size="sm" fw={600} px="sm" pt={6}>
          {person.name}
        </Text>
        <Text size="xs" c="dimmed" px="sm" pb={6}>
          {t(`role.${person.role}`)} · {organization.name}
        </Text>
        <Menu.Item component={Link} to="/account">
          {t('nav.account')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('nav.scheme')}</Menu.Label>
        {schemes.map(scheme => (
          <Menu.Item key={scheme} onClick={() => setColorScheme(scheme)} rightSection={check(scheme === colorScheme)}>
            {t(`nav.${scheme}`)}
          </Menu.Item>
        ))}
        <Menu.Label>{t('nav.language')}</Menu.Label>
        {Object.entries(languages).map(([language, name]) => (
          <Menu.Item
            key={language}
            lang={language}
            onClick={() => changeLanguage(language as Language)}
            rightSection={check(i18n.language === language)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onSignOut}>{t('nav.signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const afterFirstPage = 3000

/** The code of the other pages, once this one is there and the browser has nothing else to do. */
const useFetchAhead = (): void => {
  useEffect(() => {
    const timer = setTimeout(() => void fetchAhead(), afterFirstPage)
    return () => clearTimeout(timer)
  }, [])
}

const longestTimer = 2 ** 31 - 1

/** A session that has run out leads to the sign-in page, also where nobody asks the server anything. */
const useEndOfSession = (): void => {
  const { expiresAt } = useSession()
  const queries = useQueryClient()
  useEffect(() => {
    const left = Math.min(Math.max(Date.parse(expiresAt) - Date.now(), 0) + 1000, longestTimer)
    const timer = setTimeout(() => queries.invalidateQueries({ queryKey: sessionQuery.queryKey }), left)
    return () => clearTimeout(timer)
  }, [expiresAt, queries])
}

/** What surrounds every page of somebody who is signed in: the menu, the search, the account. */
export const Shell = () => {
  const { t } = useTranslation()
  const [opened, { toggle, close }] = useDisclosure()
  const [finding, setFinding] = useState(false)
  const [ending, setEnding] = useState(false)
  useHotkeys([['mod+K', () => setFinding(true)]], [])
  const { insecure } = useSession()
  const can = useCan()
  const { pathname } = useLocation()
  useEndOfSession()
  useFetchAhead()
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="sm" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('nav.open')} />
            <img src="/icon.svg" width={24} height={24} alt="" />
            <Workspaces />
          </Group>
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('nav.find')}
              title={`${t('nav.find')} (Ctrl K)`}
              aria-haspopup="dialog"
              onClick={() => setFinding(true)}
            >
              <IconSearch size={18} stroke={1.7} />
            </ActionIcon>
            <AccountMenu onSignOut={() => setEnding(true)} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('nav.label')}>
        <Navigation close={close} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        {insecure && (
          <Alert color="red" mb="md" icon={<IconAlertTriangle />} role="alert">
            {t('insecure')}
          </Alert>
        )}
        <Notices />
        {can(neededAt(pathname)) ? <Outlet /> : <Forbidden key={pathname} />}
      </AppShell.Main>
      <SessionChanged />
      {ending && <SignOut onCancel={() => setEnding(false)} />}
      <Suspense fallback={null}>
        <Palette opened={finding} setOpened={setFinding} />
        <ConfirmDialog />
        <SessionEnded />
      </Suspense>
    </AppShell>
  )
}
