import { createRoute } from '@tanstack/react-router'
import { NotFound } from '#web/ui/failures.tsx'
import { page, root, textParams } from './page.ts'

const room = createRoute({
  getParentRoute: () => root,
  path: '/room',
  validateSearch: textParams('find', 'state'),
  component: page(() => import('#web/pages/room/room.tsx'), 'RoomPage', 'rooms', 'exports'),
})

const overview = createRoute({
  getParentRoute: () => room,
  path: '/',
  component: page(() => import('#web/pages/room/overview.tsx'), 'Overview', 'rooms'),
})

const item = createRoute({
  getParentRoute: () => room,
  path: '/items/$itemId',
  component: page(() => import('#web/pages/room/item.tsx'), 'ItemPage', 'rooms'),
})

// The page of the claim shows the file, so that the page stays mounted when another file opens.
const file = createRoute({ getParentRoute: () => item, path: '/files/$artifactId' })

const entries = createRoute({
  getParentRoute: () => room,
  path: '/entries',
  component: page(() => import('#web/pages/room/entries-page.tsx'), 'RoomEntries', 'rooms'),
})

const bundle = createRoute({
  getParentRoute: () => room,
  path: '/bundle',
  component: page(() => import('#web/pages/room/bundle.tsx'), 'Bundle', 'rooms', 'exports'),
})

const conclude = createRoute({
  getParentRoute: () => room,
  path: '/conclude',
  component: page(() => import('#web/pages/room/conclude.tsx'), 'Conclude', 'rooms'),
})

const unknownAddress = createRoute({ getParentRoute: () => room, path: '$', component: NotFound })

/** The pages that a guest's link opens, outside the app. */
export const roomRoutes = [
  room.addChildren([overview, item.addChildren([file]), entries, bundle, conclude, unknownAddress]),
] as const
