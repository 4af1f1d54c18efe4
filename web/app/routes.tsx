import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { errorId } from '#web/api/client.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Crashed, NotFound } from '#web/ui/failures.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'

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

const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFound })

/** Everything behind the sign-in: whoever is not signed in goes there first and comes back. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
  beforeLoad: async ({ context, location }) => {
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
  validateSearch: texts('next'),
  component: lazyRouteComponent(() => import('#web/pages/account/sign-in.tsx'), 'SignIn'),
})
const signInCallback = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/callback',
  component: lazyRouteComponent(() => import('#web/pages/account/sign-in-callback.tsx'), 'SignInCallback'),
})
const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('#web/pages/account/setup.tsx'), 'Setup'),
})
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('#web/pages/account/invitation.tsx'), 'Invitation'),
})
const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: lazyRouteComponent(() => import('#web/pages/account/forgot.tsx'), 'Forgot'),
})

const home = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: lazyRouteComponent(() => import('#web/pages/home/home.tsx'), 'Home'),
})

const board = createRoute({
  getParentRoute: () => app,
  path: '/evidence',
  validateSearch: texts('state', 'ownerId', 'view', 'status'),
  component: lazyRouteComponent(() => import('#web/pages/evidence/board.tsx'), 'Board'),
})
const evidenceRequirement = createRoute({
  getParentRoute: () => app,
  path: '/evidence/requirements/$requirementId',
  component: lazyRouteComponent(() => import('#web/pages/evidence/requirement.tsx'), 'Requirement'),
})
const claims = createRoute({
  getParentRoute: () => app,
  path: '/evidence/claims',
  validateSearch: texts('status', 'evidenceRequirementId', 'assigneeId', 'claimKey'),
  component: lazyRouteComponent(() => import('#web/pages/evidence/claims.tsx'), 'Claims'),
})
const newClaim = createRoute({
  getParentRoute: () => app,
  path: '/evidence/claims/new',
  validateSearch: texts('evidenceRequirementId'),
  component: lazyRouteComponent(() => import('#web/pages/evidence/new-claim.tsx'), 'NewClaim'),
})
const claim = createRoute({
  getParentRoute: () => app,
  path: '/evidence/claims/$claimId',
  component: lazyRouteComponent(() => import('#web/pages/evidence/claim.tsx'), 'ClaimPage'),
})
const review = createRoute({
  getParentRoute: () => app,
  path: '/evidence/review',
  validateSearch: texts('whose', 'order'),
  component: lazyRouteComponent(() => import('#web/pages/evidence/review.tsx'), 'Review'),
})

const packages = createRoute({
  getParentRoute: () => app,
  path: '/submissions',
  validateSearch: texts('status', 'submissionRequirementId', 'view'),
  component: lazyRouteComponent(() => import('#web/pages/submissions/packages.tsx'), 'Packages'),
})
const calendar = createRoute({
  getParentRoute: () => app,
  path: '/submissions/calendar',
  validateSearch: texts('month'),
  component: lazyRouteComponent(() => import('#web/pages/submissions/calendar.tsx'), 'Calendar'),
})
const submissionRequirements = createRoute({
  getParentRoute: () => app,
  path: '/submissions/requirements',
  validateSearch: texts('status'),
  component: lazyRouteComponent(() => import('#web/pages/submissions/requirements.tsx'), 'Requirements'),
})
const submissionRequirement = createRoute({
  getParentRoute: () => app,
  path: '/submissions/requirements/$requirementId',
  component: lazyRouteComponent(() => import('#web/pages/submissions/requirement.tsx'), 'RequirementPage'),
})
const submissionPackage = createRoute({
  getParentRoute: () => app,
  path: '/submissions/packages/$packageId',
  component: lazyRouteComponent(() => import('#web/pages/submissions/package.tsx'), 'PackagePage'),
})

const webhooks = createRoute({
  getParentRoute: () => app,
  path: '/webhooks',
  validateSearch: texts('status'),
  component: lazyRouteComponent(() => import('#web/pages/webhooks/endpoints.tsx'), 'Endpoints'),
})
const newWebhook = createRoute({
  getParentRoute: () => app,
  path: '/webhooks/new',
  component: lazyRouteComponent(() => import('#web/pages/webhooks/new-endpoint.tsx'), 'NewEndpoint'),
})
const verifySignature = createRoute({
  getParentRoute: () => app,
  path: '/webhooks/verify',
  validateSearch: texts('webhookId', 'deliveryId'),
  component: lazyRouteComponent(() => import('#web/pages/webhooks/verify-signature.tsx'), 'VerifySignature'),
})
const webhook = createRoute({
  getParentRoute: () => app,
  path: '/webhooks/$webhookId',
  validateSearch: texts('tab', 'outcome'),
  component: lazyRouteComponent(() => import('#web/pages/webhooks/endpoint.tsx'), 'EndpointPage'),
})
const delivery = createRoute({
  getParentRoute: () => app,
  path: '/webhooks/$webhookId/deliveries/$deliveryId',
  component: lazyRouteComponent(() => import('#web/pages/webhooks/delivery.tsx'), 'DeliveryPage'),
})

const serviceAccounts = createRoute({
  getParentRoute: () => app,
  path: '/access/service-accounts',
  component: lazyRouteComponent(() => import('#web/pages/access/service-accounts.tsx'), 'ServiceAccounts'),
})
const serviceAccount = createRoute({
  getParentRoute: () => app,
  path: '/access/service-accounts/$accountId',
  component: lazyRouteComponent(() => import('#web/pages/access/service-account.tsx'), 'ServiceAccountPage'),
})
const people = createRoute({
  getParentRoute: () => app,
  path: '/access/people',
  validateSearch: texts('tab', 'role'),
  component: lazyRouteComponent(() => import('#web/pages/access/people.tsx'), 'People'),
})
const person = createRoute({
  getParentRoute: () => app,
  path: '/access/people/$personId',
  component: lazyRouteComponent(() => import('#web/pages/access/person.tsx'), 'PersonPage'),
})
const singleSignOn = createRoute({
  getParentRoute: () => app,
  path: '/access/single-sign-on',
  component: lazyRouteComponent(() => import('#web/pages/access/single-sign-on.tsx'), 'SingleSignOn'),
})

const audit = createRoute({
  getParentRoute: () => app,
  path: '/trails/audit',
  validateSearch: texts('action', 'actorId', 'resourceId', 'outcome', 'requestId', 'from', 'to'),
  component: lazyRouteComponent(() => import('#web/pages/trails/audit.tsx'), 'Audit'),
})
const securityEvents = createRoute({
  getParentRoute: () => app,
  path: '/trails/security-events',
  validateSearch: texts('kind'),
  component: lazyRouteComponent(() => import('#web/pages/trails/security-events.tsx'), 'SecurityEvents'),
})
const jobs = createRoute({
  getParentRoute: () => app,
  path: '/trails/jobs',
  component: lazyRouteComponent(() => import('#web/pages/trails/jobs.tsx'), 'Jobs'),
})

const connect = createRoute({
  getParentRoute: () => app,
  path: '/connect',
  validateSearch: texts('account', 'requirement', 'package', 'language'),
  component: lazyRouteComponent(() => import('#web/pages/connect/connect.tsx'), 'Connect'),
})
const account = createRoute({
  getParentRoute: () => app,
  path: '/account',
  component: lazyRouteComponent(() => import('#web/pages/account/account.tsx'), 'Account'),
})

const tree = root.addChildren([
  signIn,
  signInCallback,
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
