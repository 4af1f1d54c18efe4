import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense, useSyncExternalStore } from 'react'
import { createQueryClient } from '#web/api/query-client.ts'
import { goToSignIn } from '#web/api/session.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { notified } from '#web/ui/notify.ts'
import { nonce } from './nonce.ts'
import { createAppRouter } from './router.ts'
import { cssVariables, theme } from './theme.ts'

const Notifications = lazyPart(() => import('@mantine/notifications').then(({ Notifications }) => Notifications))

/** Mounts the notifications when the first one is shown. */
const LateNotifications = () => {
  const isNeeded = useSyncExternalStore(notified.subscribe, notified.get)
  return <Suspense fallback={null}>{isNeeded && <Notifications position="bottom-right" />}</Suspense>
}

const queries = createQueryClient(() => {
  const { location, matches } = router.state
  // On pages outside a session, a 401 means wrong input.
  if (matches.some(({ routeId }) => routeId === '/app')) goToSignIn(location.href)
})

const router = createAppRouter(queries)

export const App = () => (
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <LateNotifications />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
)
