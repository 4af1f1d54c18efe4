import { createRoute } from '@tanstack/react-router'
import { registers as declared } from '#web/api/registers.ts'
import { prefetchList, recordAhead } from '#web/app/prefetch.ts'
import { app, page, texts } from './page.ts'

/** The filters that an address may name. */
const filterNames = ['key', ...new Set(Object.values(declared).flatMap(({ filters }) => filters))]

// With the fields of every register, which no other page needs.
const model = () => import('#web/pages/registers/model.ts')

const registers = createRoute({
  getParentRoute: () => app,
  path: '/governance/registers',
  component: page(() => import('#web/pages/registers/registers.tsx'), 'Registers', 'registers'),
})

const register = createRoute({
  getParentRoute: () => app,
  path: '/governance/registers/$register',
  validateSearch: texts(...filterNames),
  loader: async ({ context, params, location }) => {
    const { registerNamed } = await model()
    const found = registerNamed(params.register)
    if (found) prefetchList(context.queries, found.operations.list, found.list, location.search)
  },
  component: page(() => import('#web/pages/registers/register.tsx'), 'RegisterPage', 'registers'),
})

const record = createRoute({
  getParentRoute: () => app,
  path: '/governance/registers/$register/$recordId',
  loader: async ({ context, params }) => {
    const { namesOf, registerNamed } = await model()
    const found = registerNamed(params.register)
    if (found) recordAhead(context.queries, found.operations.get, found.detail, namesOf(found, params.recordId))
  },
  component: page(() => import('#web/pages/registers/record.tsx'), 'RecordPage', 'registers', 'approvals'),
})

export const registersRoutes = [registers, register, record] as const
