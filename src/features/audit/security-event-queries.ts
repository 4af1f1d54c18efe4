import { flag, narrows, number, statement, text } from '#db/statement.ts'

export const makeMonthPartitions = statement(
  'make_security_event_partitions',
  { first: text, months: number },
  'select make_security_event_partitions(:first, :months) as made',
  narrows<{ made: number }>,
)

export const dropMonthPartitions = statement(
  'drop_security_event_partitions',
  { before: text },
  'select drop_security_event_partitions(:before) as dropped',
  narrows<{ dropped: number }>,
)

/** Lists the events of all organizations, oldest first, for forwarding. */
export const securityEventsAfter = statement(
  'security_events_after',
  { after: text, limit: number },
  'select id, record from security_events_after(:after, :limit)',
)

/** Takes the lease of a sink for `lease` seconds. Returns no row while another node holds it. */
export const leaseEventExport = statement(
  'lease_security_event_export',
  { sink: text, node: text, now: text, lease: number },
  'select reached, behind from hold_security_event_export(:sink, :node, :now, make_interval(secs => :lease))',
  narrows<{ reached: string; behind: boolean }>,
)

export const recordExport = statement(
  'record_security_event_export',
  { sink: text, node: text, reached: text, behind: flag },
  'select note_security_event_export(:sink, :node, :reached, :behind) as noted',
)

export const sealedSamples = statement(
  'sealed_samples',
  {},
  'select kind, organization, record, field, sealed from sealed_samples()',
)
