import { install } from '#db/database.ts'
import type { Deliveries } from '#http/emission.ts'
import type { CheckpointPlace, Checkpoints, LedgerReader, TreeHead } from '#http/ledger.ts'
import { iso, minute } from '#lib/clock.ts'
import { parseCheckpoint, textOfNote } from '#lib/note.ts'
import { type StoreCode, StoreProblem } from '#lib/object-store.ts'
import { type ExternalPlace, type PlaceCode, PlaceProblem, type PlaceReceipt } from './place.ts'
import { endTrouble, findReceipts, insertPublication, type ReceiptRow, recordPlaceTrouble } from './queries.ts'
import { haltLedger, newestCheckpoint, type SignNeeds, signCheckpoint } from './sign-checkpoint.ts'

/** The timeout for one place and one checkpoint; the first checkpoint may send the whole tree. */
const deadlineMs = 2 * minute

const codeOf = (error: unknown): PlaceCode => {
  if (error instanceof StoreProblem) return refusalCodes.has(error.code) ? 'refused' : 'unreachable'
  return error instanceof PlaceProblem ? error.code : 'unreachable'
}

const refusalCodes: ReadonlySet<StoreCode> = new Set(['credential', 'forbidden', 'no_bucket', 'full', 'unsupported'])

/** Reads the generation from an origin `…/ledger/<organization>/<generation>`. */
const readGeneration = (origin: string) => ({ generation: Number(origin.slice(origin.lastIndexOf('/') + 1)) })

interface Attempt {
  readonly needs: SignNeeds
  readonly deliveries: Deliveries
  readonly organizationId: string
  readonly head: TreeHead
  readonly note: string
  readonly receipts: readonly ReceiptRow[]
  readonly runId: string
  readonly signal: AbortSignal
}

const hasReceipt = (
  receipts: readonly ReceiptRow[],
  { generation, size }: TreeHead,
  { name }: ExternalPlace,
): boolean => receipts.some(row => row.place === name && row.generation === generation && row.size >= size)

const recordPublication = (
  { needs, organizationId, head }: Attempt,
  { name: place }: ExternalPlace,
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
const sendToPlace = async (attempt: Attempt, place: ExternalPlace): Promise<boolean> => {
  const { needs, deliveries, organizationId, head, note, receipts, runId } = attempt
  const { db, clock, log, ids, ledger } = needs
  const read: LedgerReader = (statement, values) => db.read(organizationId, statement, values)
  const call = { organizationId, requestId: runId, now: clock.now(), ids, deliveries, read, ledger, clock }
  const from = receipts.find(row => row.place === place.name && row.generation === head.generation)?.size ?? 0
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

/** Creates the service that signs ledger heads and sends them to each external place independently. */
export const createCheckpoints = (needs: SignNeeds, outside: readonly ExternalPlace[]): Checkpoints => {
  const note = (organizationId: string, head: TreeHead) => signCheckpoint(needs, organizationId, head)

  return {
    note,
    placeNames: outside.map(({ name }) => name),
    async newestOutside(organizationId, origin) {
      const path = { organizationId, ...readGeneration(origin) }
      const findNewest = async ({ name, newest }: ExternalPlace) => {
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
          const receipt = rows.find(({ place }) => place === name)
          if (!receipt) return { place: name }
          const { generation, size, held_at: heldAt } = receipt
          return { place: name, held: { generation, size, heldAt: heldAt.getTime() } }
        })
    },
    async publish(deliveries, organizationId, { id: runId, signal }) {
      const newest = await newestCheckpoint({ ...needs, checkpoints: { note } }, organizationId)
      if (!newest) return 0
      const receipts = await needs.db.read(organizationId, findReceipts, {})
      const attempt: Attempt = { ...newest, needs, deliveries, organizationId, receipts, runId, signal }
      const placesBehind = outside
        .filter(place => place.forInstall || organizationId !== install)
        .filter(place => !hasReceipt(receipts, newest.head, place))
      const results = await Promise.all(placesBehind.map(place => sendToPlace(attempt, place)))
      return results.filter(Boolean).length
    },
  }
}
