import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { versionField } from '#http/version.ts'
import { DueDays, dueDaysOf, dueDaysTag, lockDueDays } from './due-days.ts'

export const getFindingDueDays = readEndpoint({
  name: 'getFindingDueDays',
  summary: 'Get the days within which findings of each severity are due',
  tag: 'Findings',
  workspace: { path: '/finding-due-days', roles: [...roles] },
  response: Type.Object({ ...DueDays.properties, ...versionField }, { title: 'FindingDueDays' }),
  async version({ tx, organizationId }) {
    return { etag: dueDaysTag(await lockDueDays({ tx })), resourceId: organizationId }
  },
  async run(call) {
    const days = await dueDaysOf(call)
    return { ...days, etag: dueDaysTag(days) }
  },
})
