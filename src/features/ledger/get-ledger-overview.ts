import { Type } from 'typebox'
import type { Call } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import type { CheckpointPlace, TreeHead } from '#http/ledger.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { iso, minute } from '#lib/clock.ts'
import { idFloor, idTime } from '#lib/ids.ts'
import { findEventAt, findFirstUnsealed } from './queries.ts'
import { ledgerState } from './seal-queries.ts'
import { LedgerFinding, Verification } from './verification.ts'
import { findEndedVerifications } from './verify-queries.ts'

/** The maximum duration of a transaction. Rows written earlier than this before the last seal are sealed. */
const maxTransactionTime = 10 * minute

const Place = Type.Object(
  {
    place: Type.String({ description: 'The kind of place, such as folder.' }),
    size: Nullable(Type.Integer({ description: 'The size of the newest checkpoint that the place holds.' })),
    heldAt: Nullable(Timestamp),
  },
  { title: 'LedgerPlace' },
)

const Overview = Type.Object(
  {
    generation: Type.Integer(),
    size: Type.Integer({ description: 'The number of rows in the newest generation.' }),
    sealedUntil: Nullable(
      Type.String({ format: 'date-time', description: 'Rows written before this time are in the ledger.' }),
    ),
    stoppedAt: Nullable(Type.String({ format: 'date-time', description: 'When sealing stopped.' })),
    provedUntil: Nullable(
      Type.String({
        format: 'date-time',
        description:
          'A checkpoint outside the install covers rows written before this time; null if no row is covered.',
      }),
    ),
    places: Type.Array(Place),
    lastVerified: Nullable(Type.String({ format: 'date-time', description: 'When the last verification ended.' })),
    firstAltered: Nullable(LedgerFinding),
  },
  { title: 'LedgerOverview' },
)

/** Returns the time when the oldest unsealed row was written, or the current time if all rows are sealed. */
const findSealedUntil = async (call: Call, head: TreeHead): Promise<string> => {
  const [first] = await call.read(findFirstUnsealed, {
    from: idFloor('aud', Math.max(0, head.sealedAt - maxTransactionTime)),
  })
  return iso(first?.id ? Math.min(idTime(first.id), call.now) : call.now)
}

const findProvedUntil = async (
  call: Call,
  head: TreeHead,
  places: readonly CheckpointPlace[],
): Promise<string | null> => {
  const sizes = places.flatMap(({ held }) => (held?.generation === head.generation ? [held.size] : []))
  const size = Math.max(0, ...sizes)
  if (size === 0) return null
  const [last] = await call.read(findEventAt, { generation: head.generation, index: size - 1 })
  return last ? iso(idTime(last.event_id)) : null
}

export const getLedgerOverview = readEndpoint({
  name: 'getLedgerOverview',
  summary: 'Get how far the audit trail is sealed and proved, who holds its checkpoints, and its last verification',
  tag: 'Ledger',
  workspace: { path: '/ledger', roles: ['admin', 'auditor'] },
  response: Overview,
  errors: [],
  needs: ['checkpoints'],
  async run(call) {
    const head = await call.ledger.head(call.read)
    const [state] = await call.db.readInstall(ledgerState, {})
    const places = await call.checkpoints.places(call.organizationId)
    const [lastRow] = await call.read(findEndedVerifications, { status: null, limit: 1 })
    const last = lastRow && readRecord(Verification, lastRow.record)
    return {
      generation: head?.generation ?? 1,
      size: head?.size ?? 0,
      sealedUntil: head ? await findSealedUntil(call, head) : null,
      stoppedAt: state?.stopped_at ? iso(state.stopped_at.getTime()) : null,
      provedUntil: head ? await findProvedUntil(call, head, places) : null,
      places: places.map(({ place, held }) => ({
        place,
        size: held?.size ?? null,
        heldAt: held ? iso(held.heldAt) : null,
      })),
      lastVerified: last?.finishedAt ?? null,
      firstAltered: last?.findings[0] ?? null,
    }
  },
})
