import { createRoute } from '@tanstack/react-router'
import { prefetchAnswer, prefetchList } from '#web/app/prefetch.ts'
import { app, page, texts } from './page.ts'

const home = createRoute({
  getParentRoute: () => app,
  path: '/',
  loader: ({ context: { queries } }) => {
    prefetchAnswer(queries, 'getWorkOverview', '/api/workspace/overview/work')
    prefetchAnswer(queries, 'getCoverageOverview', '/api/workspace/overview/coverage')
  },
  component: page(() => import('#web/pages/home/home.tsx'), 'Home', 'home', 'work', 'trails'),
})

const myWork = createRoute({
  getParentRoute: () => app,
  path: '/my-work',
  validateSearch: texts('kind', 'due'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listMyWork', '/api/workspace/my-work', location.search, {
      query: { order: 'kind' },
    }),
  component: page(() => import('#web/pages/home/my-work.tsx'), 'MyWork', 'work', 'submissions'),
})

export const homeRoutes = [myWork, home] as const
