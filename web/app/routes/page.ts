import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { errorId } from '#web/api/client.ts'
import { loadCode } from '#web/api/load-code.ts'
import { sessionQuery } from '#web/api/session.ts'
import { preloadLater } from '#web/app/preload.ts'
import { loadTexts } from '#web/i18n/index.ts'
import type { Namespaces } from '#web/i18n/namespaces.ts'
import { type ListParameter, listParameters, type RangeParameter, rangeParameters } from '#web/list/search.ts'
import { NotFound } from '#web/ui/failures.tsx'

interface Context {
  readonly queries: QueryClient
}

/** Reads the named text parameters of a page, such as filters, and drops others. */
export const textParams =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): { [K in Name]?: string } => {
    const values: { [K in Name]?: string } = {}
    for (const name of names) {
      const value = search[name]
      if (value !== undefined && value !== '') values[name] = String(value)
    }
    return values
  }

/** Reads the parameters of a list's page: its filters, ranges of times, and those of every list. */
export const listParams = <Field extends string, Name extends string>(
  ranges: readonly Field[],
  ...filters: readonly Name[]
) => textParams<ListParameter | RangeParameter<Field> | Name>(...listParameters, ...rangeParameters(ranges), ...filters)

/**
 * A page component that loads together with its texts. If a text were missing while the page renders, React would delay
 * the page by 300 ms.
 */
export const page = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  ...namespaces: readonly (keyof Namespaces)[]
) => {
  const loadAll = async () => {
    const [module] = await Promise.all([loadCode(load), loadTexts(namespaces)])
    return module
  }
  preloadLater(loadAll)
  return lazyRouteComponent(loadAll, name)
}

export const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFound })

/**
 * The errors of readers without a session, and of guests of an assessment, whose session does not open the workspace.
 */
const notSignedIn: ReadonlySet<string | undefined> = new Set(['unauthorized', 'not_found'])

/** The pages in a session. People who are not signed in go to the sign-in page first and come back. */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: lazyRouteComponent(() => loadCode(() => import('#web/app/shell.tsx')), 'Shell'),
  // The session is read in the loader, not in beforeLoad, so that the page loads in parallel.
  loader: async ({ context, location }) => {
    try {
      await context.queries.ensureQueryData(sessionQuery)
    } catch (error) {
      if (notSignedIn.has(errorId(error))) throw redirect({ to: '/sign-in', search: { next: location.href } })
      throw error
    }
  },
})

/** Every address without a page, shown in the shell. */
export const unknownAddress = createRoute({ getParentRoute: () => app, path: '$', component: NotFound })
