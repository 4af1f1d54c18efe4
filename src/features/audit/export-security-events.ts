import { Type } from 'typebox'
import type { Call } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { SecurityEvent } from '#shared/security-event.ts'
import { formatNames, formats } from './security-event-formats.ts'
import {
  after,
  type Filters,
  filters,
  readSecurityEvents,
  readStart,
  settledBefore,
  visibleEventScopes,
} from './security-event-pages.ts'

/** About 5 MB. A caller that needs more continues after the last event. */
const maxEvents = 10_000
const pageSize = 1000

const readAll = async (call: Call, filterValues: Filters, start: string): Promise<SecurityEvent[]> => {
  const organizations = await visibleEventScopes(call)
  const before = settledBefore(call)
  const events: SecurityEvent[] = []
  let position = start
  while (events.length < maxEvents) {
    const page = await readSecurityEvents(call, organizations, {
      ...filterValues,
      position,
      before,
      limit: pageSize,
      order: 'oldest',
    })
    events.push(...page.map(({ record }) => readRecord(SecurityEvent, record)))
    position = page.at(-1)?.id ?? position
    if (page.length < pageSize) break
  }
  return events
}

export const exportSecurityEvents = readEndpoint({
  name: 'exportSecurityEvents',
  summary: `Export security events older than 10 seconds as lines of JSON, oldest first, at most ${maxEvents}; continue after the last event`,
  tag: 'Audit',
  workspace: { path: '/security-events/export', roles: ['admin', 'auditor'] },
  media: 'application/x-ndjson; charset=utf-8',
  query: Type.Object({
    format: Type.Optional(
      Type.Enum([...formatNames], {
        default: 'jsonl',
        description: 'jsonl: the format of the list. ocsf: that of the Open Cybersecurity Schema Framework 1.3.',
      }),
    ),
    after,
    ...filters,
  }),
  response: Type.String({ description: 'One line of JSON for each event.' }),
  async run(call, { query: { format = 'jsonl', after: lastId, ...filterValues } }) {
    const events = await readAll(call, filterValues, readStart(lastId))
    const mark = call.actor.sample && { sample: true as const }
    return new Rendered(events.map(event => `${formats[format]({ ...event, ...mark })}\n`).join(''))
  },
})
