import { Type } from 'typebox'
import { number, statement, text } from '#db/statement.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { day } from '#lib/clock.ts'
import { idFloor } from '#lib/ids.ts'
import { operatesInstall } from '#shared/operates-install.ts'
import { readsTogether } from '#shared/read-together.ts'
import { SecurityEvent } from '#shared/security-event.ts'
import { Count, CountedUpTo, counted, maxCounted } from '#shared/trend.ts'

const maxNewest = 5

const events = 'from security_event where organization_id = :organization'
const refusedEvents = `from audit_event where organization_id = :organization and record::json ->> 'outcome' = 'refused'`

const countSecurity = statement(
  'count_security',
  { sinceDay: text, sinceWeek: text, refusedSince: text },
  `select ${counted(`${events} and id >= :sinceDay`)} as of_day, ${counted(`${events} and id >= :sinceWeek`)} as of_week,
          ${counted(`${refusedEvents} and id >= :refusedSince`)} as refusals`,
)

const newestEvents = statement(
  'newest_security_events',
  { limit: number },
  `select record ${events} order by id desc limit :limit`,
)

export const getSecurityOverview = readEndpoint({
  name: 'getSecurityOverview',
  summary: 'Get recent security events, denied access, and jobs whose last run failed',
  tag: 'Overview',
  wholeWorkspace: true,
  workspace: { path: '/overview/security', roles: ['admin', 'auditor'] },
  response: Type.Object(
    {
      securityEvents24h: Count,
      securityEvents7d: Count,
      refusals24h: Count,
      jobsFailing: {
        ...Count,
        description:
          'Scheduled jobs whose last run failed; only runs for this workspace if another workspace operates the install.',
      },
      countedUpTo: CountedUpTo,
      newest: Type.Array(SecurityEvent, { description: `The newest events, at most ${maxNewest}.` }),
    },
    { title: 'SecurityOverview' },
  ),
  async run(request) {
    const call = readsTogether(request)
    const { now, read, jobs, organizationId } = call
    const jobScope = (await operatesInstall(call)) ? undefined : organizationId
    const [[counts], newest, jobsFailing] = await Promise.all([
      read(countSecurity, {
        sinceDay: idFloor('sev', now - day),
        sinceWeek: idFloor('sev', now - 7 * day),
        refusedSince: idFloor('aud', now - day),
      }),
      read(newestEvents, { limit: maxNewest }),
      jobs.failing(jobScope),
    ])
    return {
      securityEvents24h: counts?.of_day ?? 0,
      securityEvents7d: counts?.of_week ?? 0,
      refusals24h: counts?.refusals ?? 0,
      jobsFailing,
      countedUpTo: maxCounted,
      newest: newest.map(({ record }) => readRecord(SecurityEvent, record)),
    }
  },
})
