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
  const { pathname, href } = router.state.location
  if (pathname.startsWith('/sign-in')) return
  queries.clear()
  void router.navigate({ to: '/sign-in', search: { next: href } })
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
