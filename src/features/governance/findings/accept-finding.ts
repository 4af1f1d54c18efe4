import { Type } from 'typebox'
import { invalid } from '#api/errors.ts'
import { Timestamp } from '#api/schema.ts'
import { day, iso, parseTimestamp } from '#lib/clock.ts'
import { moveEndpoint } from './move-finding.ts'

/** The most days for which a finding can be accepted, so that people decide about it again. */
const longest = 1096

/** The job `reopen-accepted-findings` reopens it. */
export const acceptFinding = moveEndpoint('accept', {
  summary: 'Accept a finding until a given time, for a reason',
  body: Type.Object({
    until: { ...Timestamp, description: `When it reopens: within ${longest} days.` },
  }),
  prepare({ now }, _found, { until }) {
    const at = parseTimestamp(until)
    if (at === undefined) throw invalid(['until'], 'is not a timestamp')
    if (at <= now) throw invalid(['until'], 'must be in the future')
    if (at > now + longest * day) throw invalid(['until'], `is more than ${longest} days in the future`)
    return { fields: { acceptedUntil: iso(at) } }
  },
})
