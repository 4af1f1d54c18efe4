import { createRoute } from '@tanstack/react-router'
import { prefetchList, recordAhead } from '#web/app/prefetch.ts'
import { filterNames, namesOf, registerNamed } from '#web/pages/registers/model.ts'
import { app, page, texts } from './page.ts'

const registers = createRoute({
  getParentRoute: () => app,
  path: '/governance/registers',
  component: page(() => import('#web/pages/registers/registers.tsx'), 'Registers', 'registers'),
})

const register = createRoute({
  getParentRoute: () => app,
  path: '/governance/registers/$register',
  validateSearch: texts(...filterNames),
  loader: ({ context, params, location }) => {
    const found = registerNamed(params.register)
    if (found) prefetchList(context.queries, found.operations.list, found.list, location.search)
  },
  component: page(() => import('#web/pages/registers/register.tsx'), 'RegisterPage', 'registers'),
})

const record = createRoute({
  getParentRoute: () => app,
  path: '/governance/registers/$register/$recordId',
  loader: ({ context, params }) => {
    const found = registerNamed(params.register)
    if (found) recordAhead(context.queries, found.operations.get, found.detail, namesOf(found, params.recordId))
  },
  component: page(() => import('#web/pages/registers/record.tsx'), 'RecordPage', 'registers'),
})

export const registersRoutes = [registers, register, record] as const
