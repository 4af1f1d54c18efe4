import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { Crashed, NotFound } from '#web/ui/failures.tsx'
import { PendingPage } from '#web/ui/pending-page.tsx'
import { accessRoutes } from './routes/access.ts'
import { accountRoutes, signInRoutes } from './routes/account.ts'
import { approvalsRoutes } from './routes/approvals.ts'
import { assessmentsRoutes } from './routes/assessments.ts'
import { connectRoutes } from './routes/connect.ts'
import { evidenceRoutes } from './routes/evidence.ts'
import { exportsRoutes } from './routes/exports.ts'
import { findingsRoutes } from './routes/findings.ts'
import { frameworksRoutes } from './routes/frameworks.ts'
import { homeRoutes } from './routes/home.ts'
import { app, root, unknownAddress } from './routes/page.ts'
import { partsRoutes } from './routes/parts.ts'
import { policiesRoutes } from './routes/policies.ts'
import { questionnairesRoutes } from './routes/questionnaires.ts'
import { registersRoutes } from './routes/registers.ts'
import { risksRoutes } from './routes/risks.ts'
import { roomRoutes } from './routes/rooms.ts'
import { storageRoutes } from './routes/storage.ts'
import { submissionsRoutes } from './routes/submissions.ts'
import { trailsRoutes } from './routes/trails.ts'
import { webhooksRoutes } from './routes/webhooks.ts'

const tree = root.addChildren([
  ...signInRoutes,
  ...roomRoutes,
  app.addChildren([
    ...homeRoutes,
    ...evidenceRoutes,
    ...frameworksRoutes,
    ...findingsRoutes,
    ...policiesRoutes,
    ...questionnairesRoutes,
    ...risksRoutes,
    ...approvalsRoutes,
    ...assessmentsRoutes,
    ...registersRoutes,
    ...submissionsRoutes,
    ...webhooksRoutes,
    ...accessRoutes,
    ...storageRoutes,
    ...trailsRoutes,
    ...exportsRoutes,
    ...connectRoutes,
    ...accountRoutes,
    ...(import.meta.env.DEV ? partsRoutes : []),
    unknownAddress,
  ]),
])

export const createAppRouter = (queries: QueryClient) => {
  const router = createRouter({
    routeTree: tree,
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: Crashed,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })
  const { navigate } = router
  // A slow response can make a page change its parameters after the reader has left it. That must not bring the reader
  // back.
  router.navigate = options => {
    const hasLeft =
      options.to === undefined &&
      options.from !== undefined &&
      !router.matchRoutes(router.latestLocation).some(({ fullPath }) => fullPath === options.from)
    return hasLeft ? Promise.resolve() : navigate(options)
  }
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
