import { Alert, Burger, Group } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionQuery, useCan, useSession } from '#web/api/session.ts'
import { AfterIdle } from '#web/ui/after-idle.tsx'
import { Forbidden } from '#web/ui/failures.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { InShell } from '#web/ui/page-frame.tsx'
import { SampleNotice } from '#web/ui/sample-notice.tsx'
import { usePathname } from '#web/ui/use-pathname.ts'
import { WorkspaceLogo } from '#web/ui/workspace-logo.tsx'
import { AccountMenu } from './account-menu.tsx'
import { CallDialogs } from './call-dialogs.tsx'
import { CustodiansNotice } from './custodians-notice.tsx'
import { EnrolFirst } from './enrol-first.tsx'
import { canKeepFiles, savesData } from './keep-files.ts'
import { Navigation } from './navigation.tsx'
import { Notices } from './notices.tsx'
import { PageTabs } from './page-tabs.tsx'
import { operationNeededAt } from './pages.ts'
import { preload } from './preload.ts'
import { SearchButton } from './search-button.tsx'
import { SignOut } from './sign-out.tsx'
import { keepTypedAhead } from './typed-ahead.ts'
import { Workspaces } from './workspaces.tsx'

const Bell = lazyPart(() => import('./bell.tsx').then(({ Bell }) => Bell))
const CloseSample = lazyPart(() => import('./close-sample.tsx').then(({ CloseSample }) => CloseSample))
const Palette = lazyPart(() => import('./palette.tsx').then(({ Palette }) => Palette))

const preloadDelayMs = 3000

/**
 * Preloads the code of other pages where no service worker keeps it, once this page is shown and the browser is idle.
 */
const usePreload = (): void => {
  useEffect(() => {
    if (canKeepFiles() || savesData()) return
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
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [needsPalette, setNeedsPalette] = useState(false)
  const [isSigningOut, setSigningOut] = useState(false)
  const openPalette = () => {
    if (isPaletteOpen) return
    keepTypedAhead()
    setNeedsPalette(true)
    setPaletteOpen(true)
  }
  useHotkeys([['mod+K', openPalette]], [])
  const { insecure, organization } = useSession()
  const can = useCan()
  const pathname = usePathname()
  useSessionExpiry()
  usePreload()
  return (
    <>
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      <header className="shell-header no-print">
        <Group h="100%" px={{ base: 'sm', sm: 'lg' }} justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('nav.open')} />
            <SearchButton onClick={openPalette} />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Suspense fallback={null}>
              <AfterIdle>{can('listNotifications') && <Bell />}</AfterIdle>
            </Suspense>
            <AccountMenu onSignOut={() => setSigningOut(true)} />
          </Group>
        </Group>
      </header>
      <nav aria-label={t('nav.label')} className="shell-menu no-print" data-opened={opened || undefined}>
        <Group gap="xs" wrap="nowrap" px={10} pt={6} pb="md">
          <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('nav.close')} />
          <WorkspaceLogo />
          <Workspaces />
        </Group>
        <Navigation close={close} />
      </nav>
      <main id="main" tabIndex={-1} className="shell-main">
        {organization.sample && (
          <SampleNotice>
            <Suspense fallback={null}>{can('closeSampleWorkspace') && <CloseSample />}</Suspense>
          </SampleNotice>
        )}
        {insecure && (
          <Alert color="red" mb="md" icon={<IconAlertTriangle />} role="alert">
            {t('insecure')}
          </Alert>
        )}
        <Notices />
        <EnrolFirst>
          <CustodiansNotice />
          <PageTabs />
          <InShell>{can(operationNeededAt(pathname)) ? <Outlet /> : <Forbidden key={pathname} />}</InShell>
        </EnrolFirst>
      </main>
      {isSigningOut && <SignOut onCancel={() => setSigningOut(false)} />}
      <Suspense fallback={null}>
        {needsPalette && <Palette opened={isPaletteOpen} setOpened={setPaletteOpen} />}
      </Suspense>
      <CallDialogs />
    </>
  )
}
