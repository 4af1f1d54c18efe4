import { Type } from 'typebox'
import { invalid } from '#http/errors.ts'
import { Timestamp } from '#http/schema.ts'
import { mustBeInFuture, notTimestamp } from '#http/sentences.ts'
import { day, iso, parseTimestamp } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { moveEndpoint } from './move-finding.ts'

/** The maximum number of days for which a finding can be accepted. Then people must decide about it again. */
const maxDays = 1096

/** Accepts a finding. The job `reopen-accepted-findings` reopens it when the acceptance ends. */
export const acceptFinding = moveEndpoint('accept', {
  summary: 'Accept a finding until a given time, for a reason',
  body: Type.Object({
    until: { ...Timestamp, description: `When the finding reopens; at most ${maxDays} days from now.` },
  }),
  prepare({ now }, _finding, { until }) {
    const endsAt = parseTimestamp(until)
    if (endsAt === undefined) throw invalid(['until'], notTimestamp)
    if (endsAt <= now) throw invalid(['until'], mustBeInFuture)
    if (endsAt > now + maxDays * day)
      throw invalid(['until'], sentence`field.days_ahead: must be at most ${{ days: maxDays }} days in the future`)
    return { fields: { acceptedUntil: iso(endsAt) } }
  },
})
