import { Type } from 'typebox'
import { invalid } from '#http/errors.ts'
import { Timestamp } from '#http/schema.ts'
import { mustBeInFuture, notTimestamp } from '#http/sentences.ts'
import { day, iso, parseTimestamp } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { moveEndpoint } from './move-finding.ts'

/** The maximum number of days for which a finding can be accepted, so that people decide about it again. */
const longest = 1096

/** Accepts a finding. The job `reopen-accepted-findings` reopens it when the acceptance ends. */
export const acceptFinding = moveEndpoint('accept', {
  summary: 'Accept a finding until a given time, for a reason',
  body: Type.Object({
    until: { ...Timestamp, description: `When the finding reopens; at most ${longest} days from now.` },
  }),
  prepare({ now }, _found, { until }) {
    const at = parseTimestamp(until)
    if (at === undefined) throw invalid(['until'], notTimestamp)
    if (at <= now) throw invalid(['until'], mustBeInFuture)
    if (at > now + longest * day)
      throw invalid(['until'], sentence`field.days_ahead: must be at most ${{ days: longest }} days in the future`)
    return { fields: { acceptedUntil: iso(at) } }
  },
})
