import { createRoute } from '@tanstack/react-router'
import { page, root } from './page.ts'

const room = createRoute({
  getParentRoute: () => root,
  path: '/room',
  component: page(() => import('#web/pages/room/room.tsx'), 'RoomPage', 'rooms', 'exports'),
})

/** Behind the link of a guest, outside the app. */
export const roomRoutes = [room] as const
