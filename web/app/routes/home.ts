import { createRoute } from '@tanstack/react-router'
import { api } from '#web/api/client.ts'
import { prefetch, prefetchList } from '#web/app/prefetch.ts'
import { app, page, textParams } from './page.ts'

const home = createRoute({
  getParentRoute: () => app,
  path: '/',
  loader: ({ context: { queries } }) => {
    const work = api.queryOptions('get', '/api/workspace/overview/work')
    const coverage = api.queryOptions('get', '/api/workspace/overview/coverage')
    prefetch(queries, 'getWorkOverview', () => queries.prefetchQuery(work))
    prefetch(queries, 'getCoverageOverview', () => queries.prefetchQuery(coverage))
  },
  component: page(() => import('#web/pages/home/home.tsx'), 'Home', 'home', 'work'),
})

const myWork = createRoute({
  getParentRoute: () => app,
  path: '/my-work',
  validateSearch: textParams('kind', 'due'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listMyWork', '/api/workspace/my-work', location.search, {
      query: { order: 'kind' },
    }),
  component: page(() => import('#web/pages/home/my-work.tsx'), 'MyWork', 'work', 'submissions'),
})

export const homeRoutes = [myWork, home] as const
