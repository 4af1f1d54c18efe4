import { type Static, Type } from 'typebox'
import { readRecord, renderer } from '#http/record.ts'
import { Id, Timestamp } from '#http/schema.ts'
import type { ReplayRow } from './replay-queries.ts'

const fields = {
  id: Id('whr'),
  webhookId: Type.String(),
  from: Timestamp,
  to: Timestamp,
  outcome: Type.Enum(['all', 'dead'], {
    description:
      'all: each event that was delivered or dead-lettered in the range; dead: events that are dead letters now.',
  }),
  eventTypes: Type.Optional(
    Type.Array(Type.String(), { description: 'Only events of these types, by their names when the replay started.' }),
  ),
  total: Type.Integer({ description: 'The number of events to deliver again.' }),
  createdAt: Timestamp,
  createdBy: Type.String(),
}

/** The stored fields of a replay, which do not change. */
const ReplayRecord = Type.Object(fields)

export const renderReplay = renderer(ReplayRecord)

/** A replay of a time range. */
export const Replay = Type.Object(
  {
    ...fields,
    status: Type.Enum(['running', 'completed', 'cancelled'], {
      description: 'completed: all events are in the queue, but deliveries may still be waiting.',
    }),
    remaining: Type.Integer({ description: 'The number of events that are not in the queue yet.' }),
  },
  { title: 'WebhookReplay' },
)

export const showReplay = ({ record, status, remaining }: ReplayRow): Static<typeof Replay> => ({
  ...readRecord(ReplayRecord, record),
  status,
  remaining,
})
