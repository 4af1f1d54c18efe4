import { install } from '#db/database.ts'
import type { Deliveries } from '#http/emission.ts'
import type { CheckpointPlace, Checkpoints, LedgerReader, TreeHead } from '#http/ledger.ts'
import { iso, minute } from '#lib/clock.ts'
import { parseCheckpoint, textOfNote } from '#lib/note.ts'
import { type StoreCode, StoreProblem } from '#lib/object-store.ts'
import { type OutsidePlace, type PlaceCode, PlaceProblem, type PlaceReceipt } from './place.ts'
import { endTrouble, findReceipts, insertPublication, type ReceiptRow, recordPlaceTrouble } from './queries.ts'
import { haltLedger, newestCheckpoint, type SignNeeds, signCheckpoint } from './sign-checkpoint.ts'

/** The timeout for one place and one checkpoint; the first checkpoint may send the whole tree. */
const deadlineMs = 2 * minute

const codeOf = (error: unknown): PlaceCode => {
  if (error instanceof StoreProblem) return refusalCodes.has(error.code) ? 'refused' : 'unreachable'
  return error instanceof PlaceProblem ? error.code : 'unreachable'
}

const refusalCodes: ReadonlySet<StoreCode> = new Set(['credential', 'forbidden', 'no_bucket', 'full', 'unsupported'])

/** Returns the log of an origin `…/ledger/<organization>/<generation>`. */
const readLog = (origin: string) => ({ generation: Number(origin.slice(origin.lastIndexOf('/') + 1)) })

interface Attempt {
  readonly needs: SignNeeds
  readonly deliveries: Deliveries
  readonly organizationId: string
  readonly head: TreeHead
  readonly note: string
  readonly held: readonly ReceiptRow[]
  readonly runId: string
  readonly signal: AbortSignal
}

const isHeld = (held: readonly ReceiptRow[], { generation, size }: TreeHead, { name }: OutsidePlace): boolean =>
  held.some(row => row.place === name && row.generation === generation && row.size >= size)

const recordPublication = (
  { needs, organizationId, head }: Attempt,
  { name: place }: OutsidePlace,
  receipt: PlaceReceipt,
): Promise<void> =>
  needs.db.transaction(organizationId, tx => {
    const { generation, size } = head
    const answer = receipt.answer ? `\\x${receipt.answer.toString('hex')}` : null
    tx.write(insertPublication, { generation, size, place, answer, now: iso(needs.clock.now()) })
    tx.write(endTrouble, { place })
    receipt.with?.(tx)
  })

/** Sends a checkpoint to a place and returns whether the place now holds it. Failures are recorded and retried. */
const sendToPlace = async (attempt: Attempt, place: OutsidePlace): Promise<boolean> => {
  const { needs, deliveries, organizationId, head, note, held, runId } = attempt
  const { db, clock, log, ids, ledger } = needs
  const read: LedgerReader = (statement, values) => db.read(organizationId, statement, values)
  const call = { organizationId, requestId: runId, now: clock.now(), ids, deliveries, read, ledger, clock }
  const from = held.find(row => row.place === place.name && row.generation === head.generation)?.size ?? 0
  const signal = AbortSignal.any([attempt.signal, AbortSignal.timeout(deadlineMs)])
  try {
    await recordPublication(attempt, place, await place.publish({ call, head, note, from, signal }))
    return true
  } catch (error) {
    if (attempt.signal.aborted) return false
    const code = codeOf(error)
    log.warn({
      event: 'checkpoint_not_published',
      organization: organizationId,
      kind: place.name,
      errorCode: code,
      error,
    })
    const now = iso(clock.now())
    await db.transaction(organizationId, tx => tx.write(recordPlaceTrouble, { place: place.name, code, now }))
    if (code === 'ahead') await haltLedger(needs, organizationId, place.name)
    return false
  }
}

/** Signs ledger heads and sends them to each outside place, independently of the others. */
export const createCheckpoints = (needs: SignNeeds, outside: readonly OutsidePlace[]): Checkpoints => {
  const note = (organizationId: string, head: TreeHead) => signCheckpoint(needs, organizationId, head)

  return {
    note,
    placeNames: outside.map(({ name }) => name),
    async newestOutside(organizationId, origin) {
      const path = { organizationId, ...readLog(origin) }
      const findNewest = async ({ name, newest }: OutsidePlace) => {
        try {
          const note = await newest?.(path, AbortSignal.timeout(deadlineMs))
          return note === undefined ? [] : [parseCheckpoint(textOfNote(note))]
        } catch (error) {
          needs.log.warn({ event: 'checkpoint_not_compared', organization: organizationId, kind: name, error })
          return []
        }
      }
      const checkpointsFound = (await Promise.all(outside.map(findNewest))).flat()
      return checkpointsFound.toSorted((a, b) => b.size - a.size)[0]
    },
    async places(organizationId): Promise<CheckpointPlace[]> {
      const rows = await needs.db.read(organizationId, findReceipts, {})
      // A sent event does not prove that a receiver has stored it.
      return outside
        .filter(place => place.name !== 'event')
        .map(({ name }) => {
          const held = rows.find(({ place }) => place === name)
          if (!held) return { place: name }
          const { generation, size, held_at: heldAt } = held
          return { place: name, held: { generation, size, heldAt: heldAt.getTime() } }
        })
    },
    async publish(deliveries, organizationId, { id: runId, signal }) {
      const newest = await newestCheckpoint({ ...needs, checkpoints: { note } }, organizationId)
      if (!newest) return 0
      const held = await needs.db.read(organizationId, findReceipts, {})
      const attempt: Attempt = { ...newest, needs, deliveries, organizationId, held, runId, signal }
      const placesBehind = outside
        .filter(place => place.forInstall || organizationId !== install)
        .filter(place => !isHeld(held, newest.head, place))
      const results = await Promise.all(placesBehind.map(place => sendToPlace(attempt, place)))
      return results.filter(Boolean).length
    },
  }
}
