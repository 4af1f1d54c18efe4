import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { reading } from '#http/endpoint.ts'
import { versionField } from '#http/version.ts'
import { DueDays, dueDaysOf, dueDaysTag, lockDueDays, readDueDays } from './due-days.ts'

export const getFindingDueDays = reading({
  name: 'getFindingDueDays',
  summary: 'Get the days within which findings of each severity are due',
  tag: 'Findings',
  workspace: { path: '/finding-due-days', roles: [...roles] },
  response: Type.Object({ ...DueDays.properties, ...versionField }, { title: 'FindingDueDays' }),
  async version({ tx, organizationId }) {
    const rows = await tx.query(lockDueDays, {})
    return { etag: dueDaysTag(readDueDays(rows)), resourceId: organizationId }
  },
  async run(call) {
    const days = await dueDaysOf(call)
    return { ...days, etag: dueDaysTag(days) }
  },
})
