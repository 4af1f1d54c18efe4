import { Rendered } from '#http/answer.ts'
import { committing } from '#http/endpoint.ts'
import { AnyBody, listResponse, Params, pageOf } from './asked.ts'
import { described } from './describe.ts'
import { lookUpGroups, lookUpUsers } from './look-up.ts'
import { field, isObject } from './operations.ts'
import { ScimProblem } from './problem.ts'
import type { Resource } from './resource.ts'
import { Answered, written } from './served.ts'

type Found = Resource | ScimProblem

/** A filter on an attribute that only users have matches no group, and vice versa. */
const orNone = (found: Promise<Resource>): Promise<Found> =>
  found.catch((error: unknown) => {
    if (error instanceof ScimProblem && error.kind === 'invalidFilter') return error
    throw error
  })

const totalOf = (found: Found): number => Number(field(found, 'totalResults') ?? 0)

const resourcesOf = (found: Found): Resource[] => {
  const resources = field(found, 'Resources')
  return Array.isArray(resources) ? resources : []
}

/** Users come before groups, and a page may contain the last users and the first groups. */
export const searchScim = committing({
  name: 'searchScim',
  summary: 'Find users and groups by a search (RFC 7644 section 3.4.3)',
  ...written,
  method: 'POST',
  scim: { path: '/{workspace}/.search' },
  status: 200,
  action: 'scim.search',
  params: Params,
  body: AnyBody,
  response: Answered,
  needs: ['scimLog'],
  run: (call, { body }) =>
    described(call, async () => {
      const page = pageOf(body)
      const sent = isObject(body) ? body : {}
      const users = await orNone(lookUpUsers(call, sent))
      const all = totalOf(users)
      const left = page.limit - resourcesOf(users).length
      const rest = { startIndex: Math.max(page.offset - all, 0) + 1, count: left }
      const groups = await orNone(lookUpGroups(call, { ...sent, ...rest }))
      if (users instanceof ScimProblem && groups instanceof ScimProblem) throw users
      const total = all + totalOf(groups)
      return new Rendered(JSON.stringify(listResponse([...resourcesOf(users), ...resourcesOf(groups)], total, page)))
    }),
})
