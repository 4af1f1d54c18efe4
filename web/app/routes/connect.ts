import { createRoute } from '@tanstack/react-router'
import { app, page, textParams } from './page.ts'

const connect = createRoute({
  getParentRoute: () => app,
  path: '/connect',
  validateSearch: textParams('account', 'requirement', 'package', 'language'),
  component: page(() => import('#web/pages/connect/connect.tsx'), 'Connect', 'connect'),
})

export const connectRoutes = [connect] as const
