import { createRoute } from '@tanstack/react-router'
import { page, root } from './page.ts'

const room = createRoute({
  getParentRoute: () => root,
  path: '/room',
  component: page(() => import('#web/pages/room/room.tsx'), 'RoomPage', 'rooms', 'exports'),
})

/** The page that a guest's link opens, outside the app. */
export const roomRoutes = [room] as const
