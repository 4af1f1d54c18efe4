import type { Call } from '#http/call.ts'
import { groupResources, showsMembers } from './group.ts'
import { countScimGroups, type GroupRow, selectScimGroups } from './group-queries.ts'
import { countScimUsers, selectScimUsers } from './queries.ts'
import { projectResource, type Resource, scimBaseUrl, userResource } from './resource.ts'
import { comparedText, listResponse, readFilterValues, readPage, readProjection } from './scim-request.ts'
import { readFlag } from './user.ts'

const userFilters = {
  id: 'id',
  userName: 'userName',
  externalId: 'externalId',
  emails: 'email',
  'emails.value': 'email',
  'emails.type': 'emailType',
  displayName: 'displayName',
  active: 'active',
} as const

/** Finds the users that match a query or a search body. */
export const lookUpUsers = async (call: Call, input: unknown): Promise<Resource> => {
  const { active, ...values } = readFilterValues(input, userFilters)
  const page = readPage(input)
  const params = {
    id: comparedText(values.id),
    userName: comparedText(values.userName),
    externalId: comparedText(values.externalId),
    email: comparedText(values.email),
    emailType: comparedText(values.emailType),
    displayName: comparedText(values.displayName),
    active: active === undefined ? null : readFlag(active, 'active'),
  }
  const [rows, [count]] = await Promise.all([
    page.limit === 0 ? [] : call.read(selectScimUsers, { ...params, ...page }),
    call.read(countScimUsers, params),
  ])
  const base = scimBaseUrl(call.settings.url, call.organizationId)
  const projection = readProjection(input)
  const resources = rows.map(row => projectResource(userResource(row, base), projection))
  return listResponse(resources, count?.total ?? 0, page)
}

const groupFilters = {
  id: 'id',
  displayName: 'displayName',
  externalId: 'externalId',
  members: 'member',
  'members.value': 'member',
} as const

/** The maximum number of members in one response. A page ends before the group that would exceed it. */
const maxMembersPerPage = 20_000

const withinLimit = (rows: readonly GroupRow[]): readonly GroupRow[] => {
  let sum = 0
  const end = rows.findIndex(({ members }, i) => {
    sum += members
    return sum > maxMembersPerPage && i > 0
  })
  return end < 0 ? rows : rows.slice(0, end)
}

export const lookUpGroups = async (call: Call, input: unknown): Promise<Resource> => {
  const values = readFilterValues(input, groupFilters)
  const page = readPage(input)
  const params = {
    id: comparedText(values.id),
    displayName: comparedText(values.displayName),
    externalId: comparedText(values.externalId),
    member: comparedText(values.member),
  }
  const [matches, [count]] = await Promise.all([
    page.limit === 0 ? [] : call.read(selectScimGroups, { ...params, ...page }),
    call.read(countScimGroups, params),
  ])
  const projection = readProjection(input)
  const withMembers = showsMembers(projection)
  const rows = withMembers ? withinLimit(matches) : matches
  const resources = (await groupResources(call, rows, withMembers)).map(resource =>
    projectResource(resource, projection),
  )
  return listResponse(resources, count?.total ?? 0, page)
}
