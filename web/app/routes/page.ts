import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { errorId } from '#web/api/client.ts'
import { sessionQuery } from '#web/api/session.ts'
import { preloadLater } from '#web/app/preload.ts'
import { loadTexts } from '#web/i18n/index.ts'
import type { Namespaces } from '#web/i18n/namespaces.ts'
import { NotFound } from '#web/ui/failures.tsx'

interface Context {
  readonly queries: QueryClient
}

/** Query parameters of a page that are texts, such as filters; others are dropped. */
export const texts =
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
 * A page and its texts, loaded together when it is opened. A page that met a missing text while it is drawn would be
 * held back by React for 300 ms.
 */
export const page = <Module extends Record<string, unknown>, Name extends keyof Module>(
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

export const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFound })

/** No session, or only a guest of an assessment, who cannot see the workspace. */
const strange: ReadonlySet<string | undefined> = new Set(['unauthorized', 'not_found'])

/** Everything behind the sign-in: people who are not signed in go there first and come back. */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: lazyRouteComponent(() => import('#web/app/shell.tsx'), 'Shell'),
  // A loader, not beforeLoad: the page is fetched in parallel.
  loader: async ({ context, location }) => {
    try {
      await context.queries.ensureQueryData(sessionQuery)
    } catch (error) {
      if (strange.has(errorId(error))) throw redirect({ to: '/sign-in', search: { next: location.href } })
      throw error
    }
  },
})
