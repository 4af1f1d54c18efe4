import { createRoute } from '@tanstack/react-router'
import { app, page } from './page.ts'

const home = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: page(() => import('#web/pages/home/home.tsx'), 'Home', 'home'),
})

export const homeRoutes = [home] as const
