import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { api, errorId } from '#web/api/client.ts'
import { sessionQuery } from '#web/api/session.ts'
import { loadTexts } from '#web/i18n/index.ts'
import type { Namespaces } from '#web/i18n/namespaces.ts'
import { Crashed, NotFound } from '#web/ui/failures.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { prefetch, prefetchList } from './prefetch.ts'
import { preloadLater } from './preload.ts'

interface Context {
  readonly queries: QueryClient
}

/** Query parameters of a page that are texts, such as filters; others are dropped. */
const texts =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): { [K in Name]?: string } => {
    const found: { [K in Name]?: string } = {}
    for (const name of names) {
      const value = search[name]
      if (value !== undefined && value !== '') found[name] = String(value)
    }
    return found
  }

/**
 * A page and its texts, loaded together when it is opened. React would delay a page for 300 ms that suspends on a
 * missing text while rendering.
 */
const page = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  ...namespaces: readonly (keyof Namespaces)[]
) => {
  const loadAll = async () => {
    const [module] = await Promise.all([load(), loadTexts(namespaces)])
    return module
  }
  preloadLater(loadAll)
  return lazyRouteComponent(loadAll, name)
}

const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFound })

/** Everything behind the sign-in: people who are not signed in go there first and come back. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
  // A loader, not beforeLoad: the page is fetched meanwhile.
  loader: async ({ context, location }) => {
    try {
      await context.queries.ensureQueryData(sessionQuery)
    } catch (error) {
      if (errorId(error) === 'unauthorized') throw redirect({ to: '/sign-in', search: { next: location.href } })
      throw error
    }
  },
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: texts('next', 'organization'),
  component: page(() => import('#web/pages/account/sign-in.tsx'), 'SignIn', 'account'),
})
const signInCallback = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/callback',
  component: page(() => import('#web/pages/account/sign-in-callback.tsx'), 'SignInCallback', 'account'),
})
const signedIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/done',
  component: page(() => import('#web/pages/account/signed-in.tsx'), 'SignedIn', 'account'),
})
const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: page(() => import('#web/pages/account/setup.tsx'), 'Setup', 'account'),
})
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: page(() => import('#web/pages/account/invitation.tsx'), 'Invitation', 'account'),
})
const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: page(() => import('#web/pages/account/forgot.tsx'), 'Forgot', 'account'),
})

const home = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: page(() => import('#web/pages/home/home.tsx'), 'Home', 'home'),
})

const board = createRoute({
  getParentRoute: () => app,
  path: '/evidence',
  validateSearch: texts('state', 'ownerId', 'view', 'status'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listEvidenceFreshness', '/api/workspace/evidence-freshness', location.search),
  component: page(() => import('#web/pages/evidence/board.tsx'), 'Board', 'evidence'),
})
const evidenceRequirement = createRoute({
  getParentRoute: () => app,
  path: '/evidence/requirements/$requirementId',
  loader: ({ context: { queries }, params: path }) => {
    const read = api.queryOptions('get', '/api/workspace/evidence-requirements/{requirementId}', { params: { path } })
    prefetch(queries, 'getWorkspaceEvidenceRequirement', () => queries.prefetchQuery(read))
  },
  component: page(() => import('#web/pages/evidence/requirement.tsx'), 'Requirement', 'evidence'),
})
const claims = createRoute({
  getParentRoute: () => app,
  path: '/evidence/claims',
  validateSearch: texts('status', 'evidenceRequirementId', 'assigneeId', 'claimKey'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listWorkspaceClaims', '/api/workspace/claims', location.search),
  component: page(() => import('#web/pages/evidence/claims.tsx'), 'Claims', 'evidence'),
})
const newClaim = createRoute({
  getParentRoute: () => app,
  path: '/evidence/claims/new',
  validateSearch: texts('evidenceRequirementId'),
  component: page(() => import('#web/pages/evidence/new-claim.tsx'), 'NewClaim', 'evidence'),
})
const claim = createRoute({
  getParentRoute: () => app,
  path: '/evidence/claims/$claimId',
  loader: ({ context: { queries }, params: path }) => {
    const read = api.queryOptions('get', '/api/workspace/claims/{claimId}', { params: { path } })
    prefetch(queries, 'getWorkspaceClaim', () => queries.prefetchQuery(read))
  },
  component: page(() => import('#web/pages/evidence/claim.tsx'), 'ClaimPage', 'evidence'),
})
const review = createRoute({
  getParentRoute: () => app,
  path: '/evidence/review',
  validateSearch: texts('whose', 'order'),
  component: page(() => import('#web/pages/evidence/review.tsx'), 'Review', 'evidence'),
})

const packages = createRoute({
  getParentRoute: () => app,
  path: '/submissions',
  validateSearch: texts('status', 'submissionRequirementId', 'view'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listWorkspaceSubmissionPackages', '/api/workspace/packages', location.search),
  component: page(() => import('#web/pages/submissions/packages.tsx'), 'Packages', 'submissions'),
})
const calendar = createRoute({
  getParentRoute: () => app,
  path: '/submissions/calendar',
  validateSearch: texts('month'),
  component: page(() => import('#web/pages/submissions/calendar.tsx'), 'Calendar', 'submissions'),
})
const submissionRequirements = createRoute({
  getParentRoute: () => app,
  path: '/submissions/requirements',
  validateSearch: texts('status'),
  loader: ({ context, location }) =>
    prefetchList(
      context.queries,
      'listWorkspaceSubmissionRequirements',
      '/api/workspace/submission-requirements',
      location.search,
    ),
  component: page(() => import('#web/pages/submissions/requirements.tsx'), 'Requirements', 'submissions'),
})
const submissionRequirement = createRoute({
  getParentRoute: () => app,
  path: '/submissions/requirements/$requirementId',
  loader: ({ context: { queries }, params: path }) => {
    const read = api.queryOptions('get', '/api/workspace/submission-requirements/{requirementId}', { params: { path } })
    prefetch(queries, 'getWorkspaceSubmissionRequirement', () => queries.prefetchQuery(read))
  },
  component: page(() => import('#web/pages/submissions/requirement.tsx'), 'RequirementPage', 'submissions'),
})
const submissionPackage = createRoute({
  getParentRoute: () => app,
  path: '/submissions/packages/$packageId',
  loader: ({ context: { queries }, params: path }) => {
    const read = api.queryOptions('get', '/api/workspace/packages/{packageId}', { params: { path } })
    prefetch(queries, 'getWorkspaceSubmissionPackage', () => queries.prefetchQuery(read))
  },
  component: page(() => import('#web/pages/submissions/package.tsx'), 'PackagePage', 'submissions'),
})

const webhooks = createRoute({
  getParentRoute: () => app,
  path: '/webhooks',
  validateSearch: texts('status'),
  component: page(() => import('#web/pages/webhooks/endpoints.tsx'), 'Endpoints', 'webhooks'),
})
const newWebhook = createRoute({
  getParentRoute: () => app,
  path: '/webhooks/new',
  component: page(() => import('#web/pages/webhooks/new-endpoint.tsx'), 'NewEndpoint', 'webhooks'),
})
const verifySignature = createRoute({
  getParentRoute: () => app,
  path: '/webhooks/verify',
  validateSearch: texts('webhookId', 'deliveryId'),
  component: page(() => import('#web/pages/webhooks/verify-signature.tsx'), 'VerifySignature', 'webhooks'),
})
const webhook = createRoute({
  getParentRoute: () => app,
  path: '/webhooks/$webhookId',
  validateSearch: texts('tab', 'outcome'),
  loader: ({ context: { queries }, params: path }) => {
    const read = api.queryOptions('get', '/api/workspace/webhooks/{webhookId}', { params: { path } })
    prefetch(queries, 'getWebhook', () => queries.prefetchQuery(read))
  },
  component: page(() => import('#web/pages/webhooks/endpoint.tsx'), 'EndpointPage', 'webhooks'),
})
const delivery = createRoute({
  getParentRoute: () => app,
  path: '/webhooks/$webhookId/deliveries/$deliveryId',
  loader: ({ context: { queries }, params: path }) => {
    const read = api.queryOptions('get', '/api/workspace/webhooks/{webhookId}/deliveries/{deliveryId}', {
      params: { path },
    })
    prefetch(queries, 'getWebhookDelivery', () => queries.prefetchQuery(read))
  },
  component: page(() => import('#web/pages/webhooks/delivery.tsx'), 'DeliveryPage', 'webhooks'),
})

const serviceAccounts = createRoute({
  getParentRoute: () => app,
  path: '/access/service-accounts',
  loader: ({ context }) => prefetchList(context.queries, 'listServiceAccounts', '/api/workspace/service-accounts'),
  component: page(() => import('#web/pages/access/service-accounts.tsx'), 'ServiceAccounts', 'access'),
})
const serviceAccount = createRoute({
  getParentRoute: () => app,
  path: '/access/service-accounts/$accountId',
  loader: ({ context: { queries }, params: path }) => {
    const read = api.queryOptions('get', '/api/workspace/service-accounts/{accountId}', { params: { path } })
    prefetch(queries, 'getServiceAccount', () => queries.prefetchQuery(read))
  },
  component: page(() => import('#web/pages/access/service-account.tsx'), 'ServiceAccountPage', 'access', 'trails'),
})
const people = createRoute({
  getParentRoute: () => app,
  path: '/access/people',
  validateSearch: texts('tab', 'role'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listPersons', '/api/workspace/people', location.search),
  component: page(() => import('#web/pages/access/people.tsx'), 'People', 'access'),
})
const person = createRoute({
  getParentRoute: () => app,
  path: '/access/people/$personId',
  loader: ({ context: { queries }, params: path }) => {
    const read = api.queryOptions('get', '/api/workspace/people/{personId}', { params: { path } })
    prefetch(queries, 'getPerson', () => queries.prefetchQuery(read))
  },
  component: page(() => import('#web/pages/access/person.tsx'), 'PersonPage', 'access', 'trails'),
})
const singleSignOn = createRoute({
  getParentRoute: () => app,
  path: '/access/single-sign-on',
  component: page(() => import('#web/pages/access/single-sign-on.tsx'), 'SingleSignOn', 'access'),
})

const workspaceSettings = createRoute({
  getParentRoute: () => app,
  path: '/access/settings',
  component: page(() => import('#web/pages/access/settings.tsx'), 'SettingsPage', 'access'),
})

const audit = createRoute({
  getParentRoute: () => app,
  path: '/trails/audit',
  validateSearch: texts('action', 'actorId', 'resourceId', 'outcome', 'requestId', 'from', 'to'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listAuditEvents', '/api/workspace/audit', location.search),
  component: page(() => import('#web/pages/trails/audit.tsx'), 'Audit', 'trails'),
})
const securityEvents = createRoute({
  getParentRoute: () => app,
  path: '/trails/security-events',
  validateSearch: texts('kind'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listSecurityEvents', '/api/workspace/security-events', location.search),
  component: page(() => import('#web/pages/trails/security-events.tsx'), 'SecurityEvents', 'trails'),
})
const jobs = createRoute({
  getParentRoute: () => app,
  path: '/trails/jobs',
  loader: ({ context }) => prefetchList(context.queries, 'listJobs', '/api/workspace/jobs'),
  component: page(() => import('#web/pages/trails/jobs.tsx'), 'Jobs', 'trails'),
})

const connect = createRoute({
  getParentRoute: () => app,
  path: '/connect',
  validateSearch: texts('account', 'requirement', 'package', 'language'),
  component: page(() => import('#web/pages/connect/connect.tsx'), 'Connect', 'connect'),
})
const account = createRoute({
  getParentRoute: () => app,
  path: '/account',
  component: page(() => import('#web/pages/account/account.tsx'), 'Account', 'account'),
})

const tree = root.addChildren([
  signIn,
  signInCallback,
  signedIn,
  setup,
  invitation,
  forgot,
  app.addChildren([
    home,
    board,
    evidenceRequirement,
    claims,
    newClaim,
    claim,
    review,
    packages,
    calendar,
    submissionRequirements,
    submissionRequirement,
    submissionPackage,
    webhooks,
    newWebhook,
    verifySignature,
    webhook,
    delivery,
    serviceAccounts,
    serviceAccount,
    people,
    person,
    singleSignOn,
    workspaceSettings,
    audit,
    securityEvents,
    jobs,
    connect,
    account,
  ]),
])

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: Crashed,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
