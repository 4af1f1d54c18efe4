import { createRoute } from '@tanstack/react-router'
import { registers as registerFamilies } from '#web/api/registers.ts'
import { prefetchList, prefetchRecord } from '#web/app/prefetch.ts'
import { app, listParams, page } from './page.ts'

/** The filters that an address can contain. */
const filterNames = ['key', ...new Set(Object.values(registerFamilies).flatMap(({ filters }) => filters))]

// Loaded on demand: it has the fields of every register, which no other page needs.
const model = () => import('#web/pages/registers/model.ts')

const registers = createRoute({
  getParentRoute: () => app,
  path: '/governance/registers',
  component: page(() => import('#web/pages/registers/registers.tsx'), 'Registers', 'registers'),
})

const register = createRoute({
  getParentRoute: () => app,
  path: '/governance/registers/$register',
  validateSearch: listParams(['createdAt'], ...filterNames),
  loader: async ({ context, params, location }) => {
    const { registerNamed } = await model()
    const family = registerNamed(params.register)
    if (family) prefetchList(context.queries, family.operations.list, family.list, location.search)
  },
  component: page(() => import('#web/pages/registers/register.tsx'), 'RegisterPage', 'registers'),
})

const record = createRoute({
  getParentRoute: () => app,
  path: '/governance/registers/$register/$recordId',
  loader: async ({ context, params }) => {
    const { namesOf, registerNamed } = await model()
    const family = registerNamed(params.register)
    if (family) prefetchRecord(context.queries, family.operations.get, family.detail, namesOf(family, params.recordId))
  },
  component: page(() => import('#web/pages/registers/record.tsx'), 'RecordPage', 'registers', 'approvals'),
})

export const registersRoutes = [registers, register, record] as const
