import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense } from 'react'
import { createQueryClient } from '#web/api/query-client.ts'
import { leave } from '#web/api/session.ts'
import { nonce } from './nonce.ts'
import { createAppRouter } from './router.ts'
import { cssVariables, theme } from './theme.ts'

const Notifications = lazy(() =>
  import('@mantine/notifications').then(({ Notifications }) => ({ default: Notifications })),
)

const queries = createQueryClient(() => {
  const { location, matches } = router.state
  // On pages outside a session, a 401 means wrong input.
  if (matches.some(({ routeId }) => routeId === '/app')) leave(location.href)
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
        <Suspense fallback={null}>
          <Notifications position="bottom-right" />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
)
