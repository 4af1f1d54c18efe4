import { Alert, AppShell, Burger, Group } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionQuery, useCan, useSession } from '#web/api/session.ts'
import { Forbidden } from '#web/ui/failures.tsx'
import { SampleNotice } from '#web/ui/sample-notice.tsx'
import { WorkspaceLogo } from '#web/ui/workspace-logo.tsx'
import { AccountMenu } from './account-menu.tsx'
import { CloseSample } from './close-sample.tsx'
import { CustodiansNotice } from './custodians-notice.tsx'
import { EnrolFirst } from './enrol-first.tsx'
import { Navigation } from './navigation.tsx'
import { Notices } from './notices.tsx'
import { PageTabs } from './page-tabs.tsx'
import { operationNeededAt } from './pages.ts'
import { preload } from './preload.ts'
import { SearchButton } from './search-button.tsx'
import { SessionChanged } from './session-changed.tsx'
import { SignOut } from './sign-out.tsx'
import { keepTypedAhead } from './typed-ahead.ts'
import { Workspaces } from './workspaces.tsx'

const Palette = lazy(() => import('./palette.tsx').then(({ Palette }) => ({ default: Palette })))

const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
)

const SessionEnded = lazy(() => import('./session-ended.tsx').then(({ SessionEnded }) => ({ default: SessionEnded })))

const preloadDelayMs = 3000

/** Whether the browser is set to load only what is needed (Save Data API). */
const savesData = (): boolean => 'connection' in navigator && Object(navigator.connection).saveData === true

/** Preloads the code of other pages, once this one is shown and the browser is idle. */
const usePreload = (): void => {
  useEffect(() => {
    if (savesData()) return
    const timer = setTimeout(() => void preload(), preloadDelayMs)
    return () => clearTimeout(timer)
  }, [])
}

/** The longest delay that `setTimeout` supports. */
const maxTimeoutMs = 2 ** 31 - 1

/** Opens the sign-in page when the session expires, even if the page makes no calls. */
const useSessionExpiry = (): void => {
  const { expiresAt } = useSession()
  const queries = useQueryClient()
  useEffect(() => {
    const delayMs = Math.min(Math.max(Date.parse(expiresAt) - Date.now(), 0) + 1000, maxTimeoutMs)
    const timer = setTimeout(() => queries.invalidateQueries({ queryKey: sessionQuery.queryKey }), delayMs)
    return () => clearTimeout(timer)
  }, [expiresAt, queries])
}

/** The frame of every page in a session: menu, search and account. */
export const Shell = () => {
  const { t } = useTranslation()
  const [opened, { toggle, close }] = useDisclosure()
  const [isFinding, setFinding] = useState(false)
  const [isSigningOut, setSigningOut] = useState(false)
  const find = () => {
    if (isFinding) return
    keepTypedAhead()
    setFinding(true)
  }
  useHotkeys([['mod+K', find]], [])
  const { insecure, organization } = useSession()
  const can = useCan()
  const { pathname } = useLocation()
  useSessionExpiry()
  usePreload()
  return (
    <AppShell
      layout="alt"
      header={{ height: 52 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      <AppShell.Header className="no-print">
        <Group h="100%" px={{ base: 'sm', sm: 'lg' }} justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('nav.open')} />
            <SearchButton onClick={find} />
          </Group>
          <AccountMenu onSignOut={() => setSigningOut(true)} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('nav.label')} className="menu no-print">
        <Group gap="xs" wrap="nowrap" px={10} pt={6} pb="md">
          <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('nav.close')} />
          <WorkspaceLogo />
          <Workspaces />
        </Group>
        <Navigation close={close} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        {organization.sample && <SampleNotice>{can('closeSampleWorkspace') && <CloseSample />}</SampleNotice>}
        {insecure && (
          <Alert color="red" mb="md" icon={<IconAlertTriangle />} role="alert">
            {t('insecure')}
          </Alert>
        )}
        <Notices />
        <EnrolFirst>
          <CustodiansNotice />
          <PageTabs />
          {can(operationNeededAt(pathname)) ? <Outlet /> : <Forbidden key={pathname} />}
        </EnrolFirst>
      </AppShell.Main>
      <SessionChanged />
      {isSigningOut && <SignOut onCancel={() => setSigningOut(false)} />}
      <Suspense fallback={null}>
        <Palette opened={isFinding} setOpened={setFinding} />
        <ConfirmDialog />
        <SessionEnded />
      </Suspense>
    </AppShell>
  )
}
