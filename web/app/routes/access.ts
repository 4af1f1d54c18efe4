import { createRoute } from '@tanstack/react-router'
import { prefetchList, prefetchRecord } from '#web/app/prefetch.ts'
import { app, listParams, page, textParams } from './page.ts'

const serviceAccounts = createRoute({
  getParentRoute: () => app,
  path: '/access/service-accounts',
  loader: ({ context }) => prefetchList(context.queries, 'listServiceAccounts', '/api/workspace/service-accounts'),
  component: page(() => import('#web/pages/access/service-accounts.tsx'), 'ServiceAccounts', 'access'),
})

const serviceAccount = createRoute({
  getParentRoute: () => app,
  path: '/access/service-accounts/$accountId',
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getServiceAccount', '/api/workspace/service-accounts/{accountId}', params),
  component: page(() => import('#web/pages/access/service-account.tsx'), 'ServiceAccountPage', 'access', 'trails'),
})

const people = createRoute({
  getParentRoute: () => app,
  path: '/access/people',
  validateSearch: textParams('tab', 'role', 'invite'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listPersons', '/api/workspace/people', location.search),
  component: page(() => import('#web/pages/access/people.tsx'), 'People', 'access'),
})

const person = createRoute({
  getParentRoute: () => app,
  path: '/access/people/$personId',
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getPerson', '/api/workspace/people/{personId}', params),
  component: page(() => import('#web/pages/access/person.tsx'), 'PersonPage', 'access', 'trails'),
})

const units = createRoute({
  getParentRoute: () => app,
  path: '/access/units',
  validateSearch: listParams(['createdAt'], 'status'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listUnits', '/api/workspace/units', location.search),
  component: page(() => import('#web/pages/access/units.tsx'), 'Units', 'access'),
})

const unit = createRoute({
  getParentRoute: () => app,
  path: '/access/units/$unitId',
  loader: ({ context, params }) => prefetchRecord(context.queries, 'getUnit', '/api/workspace/units/{unitId}', params),
  component: page(() => import('#web/pages/access/unit.tsx'), 'UnitPage', 'access'),
})

const singleSignOn = createRoute({
  getParentRoute: () => app,
  path: '/access/single-sign-on',
  component: page(() => import('#web/pages/access/single-sign-on.tsx'), 'SingleSignOn', 'access'),
})

const provisioning = createRoute({
  getParentRoute: () => app,
  path: '/access/provisioning',
  loader: ({ context }) =>
    prefetchList(context.queries, 'listProvisioningTokens', '/api/workspace/provisioning-tokens'),
  component: page(() => import('#web/pages/access/provisioning.tsx'), 'Provisioning', 'access'),
})

const storageKeys = createRoute({
  getParentRoute: () => app,
  path: '/access/storage-keys',
  loader: ({ context }) => prefetchList(context.queries, 'listStorageKeys', '/api/workspace/storage-keys'),
  component: page(() => import('#web/pages/access/storage-keys.tsx'), 'StorageKeys', 'keys'),
})

const workspaceSettings = createRoute({
  getParentRoute: () => app,
  path: '/access/settings',
  component: page(() => import('#web/pages/access/settings.tsx'), 'SettingsPage', 'access'),
})

const license = createRoute({
  getParentRoute: () => app,
  path: '/access/license',
  component: page(() => import('#web/pages/license/license.tsx'), 'LicensePage', 'license'),
})

export const accessRoutes = [
  serviceAccounts,
  serviceAccount,
  people,
  person,
  units,
  unit,
  singleSignOn,
  provisioning,
  storageKeys,
  workspaceSettings,
  license,
] as const
