import type { Call } from '#http/call.ts'
import { attributeProjectionOf, comparedText, listResponse, pageOf, wantedOf } from './asked.ts'
import { groupResources, showsMembers } from './group.ts'
import { countScimGroups, type GroupRow, selectScimGroups } from './group-queries.ts'
import { countScimUsers, selectScimUsers } from './queries.ts'
import { baseOf, project, type Resource, userResource } from './resource.ts'
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

/** The users that match the fields of a query or of a search. */
export const lookUpUsers = async (call: Call, sent: unknown): Promise<Resource> => {
  const { active, ...wanted } = wantedOf(sent, userFilters)
  const page = pageOf(sent)
  const asked = {
    id: comparedText(wanted.id),
    userName: comparedText(wanted.userName),
    externalId: comparedText(wanted.externalId),
    email: comparedText(wanted.email),
    emailType: comparedText(wanted.emailType),
    displayName: comparedText(wanted.displayName),
    active: active === undefined ? null : readFlag(active, 'active'),
  }
  const [found, [count]] = await Promise.all([
    page.limit === 0 ? [] : call.read(selectScimUsers, { ...asked, ...page }),
    call.read(countScimUsers, asked),
  ])
  const base = baseOf(call.settings.url, call.organizationId)
  const projection = attributeProjectionOf(sent)
  const resources = found.map(row => project(userResource(row, base), projection))
  return listResponse(resources, count?.total ?? 0, page)
}

const groupFilters = {
  id: 'id',
  displayName: 'displayName',
  externalId: 'externalId',
  members: 'member',
  'members.value': 'member',
} as const

/** The limit of members in one answer; a page ends before the group that exceeds it, which starts the next page. */
const maxMembersShown = 20_000

const withinLimit = (rows: readonly GroupRow[]): readonly GroupRow[] => {
  let sum = 0
  const end = rows.findIndex(({ members }, i) => {
    sum += members
    return sum > maxMembersShown && i > 0
  })
  return end < 0 ? rows : rows.slice(0, end)
}

export const lookUpGroups = async (call: Call, sent: unknown): Promise<Resource> => {
  const wanted = wantedOf(sent, groupFilters)
  const page = pageOf(sent)
  const asked = {
    id: comparedText(wanted.id),
    displayName: comparedText(wanted.displayName),
    externalId: comparedText(wanted.externalId),
    member: comparedText(wanted.member),
  }
  const [found, [count]] = await Promise.all([
    page.limit === 0 ? [] : call.read(selectScimGroups, { ...asked, ...page }),
    call.read(countScimGroups, asked),
  ])
  const projection = attributeProjectionOf(sent)
  const withMembers = showsMembers(projection)
  const rows = withMembers ? withinLimit(found) : found
  const resources = (await groupResources(call, rows, withMembers)).map(one => project(one, projection))
  return listResponse(resources, count?.total ?? 0, page)
}
