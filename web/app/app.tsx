import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createQueryClient } from '#web/api/query-client.ts'
import { nonce } from './nonce.ts'
import { createAppRouter } from './routes.tsx'
import { cssVariables, theme } from './theme.ts'

const queries = createQueryClient(() => {
  const { location, matches } = router.state
  // Before the sign-in a 401 is an answer to what was typed.
  if (!matches.some(({ routeId }) => routeId === '/app')) return
  queries.clear()
  void router.navigate({ to: '/sign-in', search: { next: location.href } })
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
        <Notifications position="bottom-right" />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
)
