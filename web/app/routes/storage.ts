import { createRoute } from '@tanstack/react-router'
import { prefetchList, prefetchRecord } from '#web/app/prefetch.ts'
import { app, page } from './page.ts'

const bindings = createRoute({
  getParentRoute: () => app,
  path: '/storage',
  loader: ({ context }) => prefetchList(context.queries, 'listStorageBindings', '/api/workspace/storage-bindings'),
  component: page(() => import('#web/pages/storage/bindings.tsx'), 'Bindings', 'storage'),
})

const binding = createRoute({
  getParentRoute: () => app,
  path: '/storage/bindings/$bindingId',
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getStorageBinding', '/api/workspace/storage-bindings/{bindingId}', params),
  component: page(() => import('#web/pages/storage/binding.tsx'), 'BindingPage', 'storage', 'trails'),
})

const migrations = createRoute({
  getParentRoute: () => app,
  path: '/storage/migrations',
  loader: ({ context }) => prefetchList(context.queries, 'listStorageMigrations', '/api/workspace/storage-migrations'),
  component: page(() => import('#web/pages/storage/migrations.tsx'), 'Migrations', 'storage'),
})

const migration = createRoute({
  getParentRoute: () => app,
  path: '/storage/migrations/$migrationId',
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getStorageMigration', '/api/workspace/storage-migrations/{migrationId}', params),
  component: page(() => import('#web/pages/storage/migration.tsx'), 'MigrationPage', 'storage', 'trails'),
})

const scrub = createRoute({
  getParentRoute: () => app,
  path: '/storage/scrub',
  component: page(() => import('#web/pages/storage/scrub.tsx'), 'Scrub', 'storage'),
})

const holds = createRoute({
  getParentRoute: () => app,
  path: '/storage/holds',
  loader: ({ context }) => prefetchList(context.queries, 'listStorageHolds', '/api/workspace/storage-holds'),
  component: page(() => import('#web/pages/storage/holds.tsx'), 'Holds', 'holds'),
})

const hold = createRoute({
  getParentRoute: () => app,
  path: '/storage/holds/$holdId',
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getStorageHold', '/api/workspace/storage-holds/{holdId}', params),
  component: page(() => import('#web/pages/storage/hold-page.tsx'), 'HoldPage', 'holds', 'trails'),
})

const usage = createRoute({
  getParentRoute: () => app,
  path: '/storage/usage',
  component: page(() => import('#web/pages/storage/usage.tsx'), 'UsagePage', 'usage', 'storage'),
})

export const storageRoutes = [bindings, binding, migrations, migration, scrub, usage, holds, hold] as const
