import { createRoute } from '@tanstack/react-router'
import { app, page } from './page.ts'

const parts = createRoute({
  getParentRoute: () => app,
  path: '/preview',
  component: page(() => import('#web/pages/parts/parts.tsx'), 'Parts'),
})

/** The page that shows the shared components, which exists only when Vite serves the sources (`npx vite web`). */
export const partsRoutes = [parts] as const
