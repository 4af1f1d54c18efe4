import { commitEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { logRequest } from './describe.ts'
import { lookUpGroups, lookUpUsers } from './look-up.ts'
import { field, isObject } from './operations.ts'
import { ScimProblem } from './problem.ts'
import type { Resource } from './resource.ts'
import { listResponse, Params, readPage, ScimBody } from './scim-request.ts'
import { ScimResponse, scimWrite } from './scim-response.ts'

type SearchResult = Resource | ScimProblem

/**
 * Returns an `invalidFilter` problem as a result: a filter on an attribute of users matches no group, and vice versa.
 */
const orProblem = (result: Promise<Resource>): Promise<SearchResult> =>
  result.catch((error: unknown) => {
    if (error instanceof ScimProblem && error.kind === 'invalidFilter') return error
    throw error
  })

const totalOf = (result: SearchResult): number => Number(field(result, 'totalResults') ?? 0)

const resourcesOf = (result: SearchResult): Resource[] => {
  const resources = field(result, 'Resources')
  return Array.isArray(resources) ? resources : []
}

/** Lists users before groups. A page may contain the last users and the first groups. */
export const searchScim = commitEndpoint({
  name: 'searchScim',
  summary: 'Search users and groups (RFC 7644 section 3.4.3)',
  ...scimWrite,
  method: 'POST',
  scim: { path: '/{workspace}/.search' },
  status: 200,
  action: 'scim.search',
  params: Params,
  body: ScimBody,
  response: ScimResponse,
  needs: ['scimLog'],
  run: (call, { body }) =>
    logRequest(call, async () => {
      const page = readPage(body)
      const input = isObject(body) ? body : {}
      const users = await orProblem(lookUpUsers(call, input))
      const userCount = totalOf(users)
      const remaining = page.limit - resourcesOf(users).length
      const groupPage = { startIndex: Math.max(page.offset - userCount, 0) + 1, count: remaining }
      const groups = await orProblem(lookUpGroups(call, { ...input, ...groupPage }))
      if (users instanceof ScimProblem && groups instanceof ScimProblem) throw users
      const total = userCount + totalOf(groups)
      return new Rendered(JSON.stringify(listResponse([...resourcesOf(users), ...resourcesOf(groups)], total, page)))
    }),
})
