import { createRoute } from '@tanstack/react-router'
import { prefetchList, prefetchRecord } from '#web/app/prefetch.ts'
import { app, page, textParams } from './page.ts'

const list = createRoute({
  getParentRoute: () => app,
  path: '/trails/exports',
  validateSearch: textParams('status'),
  loader: ({ context, location }) =>
    prefetchList(context.queries, 'listEvidenceExports', '/api/workspace/exports', location.search),
  component: page(() => import('#web/pages/exports/exports.tsx'), 'Exports', 'exports'),
})

const detail = createRoute({
  getParentRoute: () => app,
  path: '/trails/exports/$exportId',
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getEvidenceExport', '/api/workspace/exports/{exportId}', params),
  component: page(() => import('#web/pages/exports/export.tsx'), 'ExportPage', 'exports', 'trails'),
})

export const exportsRoutes = [list, detail] as const
