/** Checks earlier checkpoints: the published ones in the bundle, and those that the caller holds. */
import { fromBase64, sameBytes } from './bytes.ts'
import { canonicalText, isObject, type Json, parseJson } from './canonical.ts'
import { eachLine, type Reading } from './lines.ts'
import { type Checkpoint, parseCheckpoint, parseNote, signersOf } from './note.ts'
import type { Signed } from './signature.ts'

export const publishedFile = 'data/ledger/checkpoints.jsonl'

export interface Published extends Checkpoint {
  readonly line: number
  readonly note: string
  /** The external places that hold the checkpoint, according to the bundle. */
  readonly places: readonly { readonly place: string; readonly heldAt: string }[]
  readonly timeStamp?: Uint8Array
}

const maxPublished = 1000

const readPlaces = (value: Json | undefined): Published['places'] | undefined => {
  if (!Array.isArray(value)) return undefined
  const places = value.map(item => {
    if (!isObject(item) || Object.keys(item).join() !== 'heldAt,place') return undefined
    const { heldAt, place } = item
    return typeof heldAt === 'string' && typeof place === 'string' ? { heldAt, place } : undefined
  })
  return places.every(place => place !== undefined) ? places : undefined
}

const readLine = (line: string) => {
  const parsed = parseJson(line)
  if (!isObject(parsed) || canonicalText(parsed) !== line) return undefined
  const { note, places: placesValue, size, timeStamp, ...more } = parsed
  const places = readPlaces(placesValue)
  const token = typeof timeStamp === 'string' ? fromBase64(timeStamp) : undefined
  if (Object.keys(more).length > 0 || typeof note !== 'string' || !places || typeof size !== 'number') return undefined
  if ((timeStamp === undefined) !== (token === undefined)) return undefined
  return { note, places, size, ...(token && { timeStamp: token }) }
}

/** Reads the published checkpoints by ascending size. Each must be signed by a key of this ledger. */
export const readPublished = async (reading: Reading, signed: Signed): Promise<readonly Published[]> => {
  const { primitives, addFinding } = reading
  const published: Published[] = []
  await eachLine(reading, 'ledger', publishedFile, async (text, line) => {
    const read = readLine(text)
    const note = read && parseNote(read.note)
    const checkpoint = note && parseCheckpoint(note.text)
    const signers = note && (await signersOf(primitives, note, signed.checkpointKeys))
    const { origin, size } = signed.checkpoint
    const belongsToLedger =
      signers?.[0] !== undefined && checkpoint?.origin === origin && checkpoint.size === read?.size
    const isNext = checkpoint && checkpoint.size > (published.at(-1)?.size ?? -1) && checkpoint.size <= size
    if (!read || !checkpoint || !belongsToLedger || !isNext || line > maxPublished)
      return addFinding('ledger', 'past-malformed', { line })
    published.push({ ...read, ...checkpoint, line })
    return undefined
  })
  return published
}

/** Whether the rows of the bundle match a checkpoint of the caller. */
export type Agreement = 'same' | 'other history' | 'larger' | 'between' | 'another ledger'

export const compareHeld = (
  heldCheckpoint: Checkpoint,
  signed: Signed,
  roots: ReadonlyMap<number, Uint8Array>,
): Agreement => {
  const { origin, size } = signed.checkpoint
  if (heldCheckpoint.origin !== origin) return 'another ledger'
  if (heldCheckpoint.size > size) return 'larger'
  const root = roots.get(heldCheckpoint.size)
  if (!root) return 'between'
  return sameBytes(root, heldCheckpoint.root) ? 'same' : 'other history'
}
