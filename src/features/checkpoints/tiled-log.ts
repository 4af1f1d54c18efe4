import type { Files } from '#lib/files.ts'
import { NoteError, parseCheckpoint, textOfNote } from '#lib/note.ts'
import { type LogPath, type OutsidePlace, PlaceProblem, type PlaceReceipt, type Publishing } from './place.ts'
import { readTileBytes, tilePath, tilesSince } from './tiles.ts'

const mostNote = 64 * 1024

const below = ({ organizationId, generation }: LogPath, file: string): string =>
  `${organizationId}/${generation}/${file}`

/** Verifies that a place's log is a prefix of ours, so that no other history is overwritten. */
type Comparing = (publishing: Publishing, held: string) => Promise<boolean>

/**
 * Reads the size of the newest note at the place, which may be larger than the size that the database records for it.
 */
const sizeOf = (note: string): number => {
  try {
    return parseCheckpoint(textOfNote(note)).size
  } catch (error) {
    if (!(error instanceof NoteError)) throw error
    throw new PlaceProblem('lies', 'the place does not hold a valid checkpoint', { cause: error })
  }
}

/**
 * Creates a place that stores a log as tiles (c2sp.org/tlog-tiles). It has the hashes of all levels, including those of
 * the rows, which identify an altered row. It also has each checkpoint by its size, and the newest as `checkpoint`. It
 * holds no content of the rows.
 */
export const tiledLog = (name: string, files: Files, isOurs: Comparing): OutsidePlace => {
  const newest = async (path: LogPath, signal: AbortSignal): Promise<string | undefined> => {
    const bytes = await files.read(below(path, 'checkpoint'), signal)
    if (bytes && bytes.length > mostNote) throw new PlaceProblem('lies', 'the place does not hold a valid checkpoint')
    return bytes?.toString()
  }

  const publish = async (publishing: Publishing): Promise<PlaceReceipt> => {
    const { call, head, note, signal } = publishing
    const { organizationId } = call
    const path = { organizationId, generation: head.generation }
    const held = await newest(path, signal)
    const size = held === undefined ? 0 : sizeOf(held)
    if (held !== undefined && !(await isOurs(publishing, held)))
      throw new PlaceProblem('ahead', 'the place holds a checkpoint of a different ledger')
    // Tiles first, so that a reader of a checkpoint finds its tiles. If the place lost its log, the whole log is sent
    // again.
    const from = Math.min(publishing.from, size)
    for (const tile of tilesSince(from, head.size)) {
      const bytes = await readTileBytes(call.read, head, tile)
      if (!bytes) throw new Error('a tile of the ledger is missing')
      await files.write(below(path, tilePath(tile)), bytes, signal)
    }
    for (const file of [`checkpoints/${head.size}`, 'checkpoint'])
      await files.write(below(path, file), Buffer.from(note), signal)
    return {}
  }

  return { name, forInstall: true, publish, newest }
}
