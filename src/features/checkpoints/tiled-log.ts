import type { Files } from '#lib/files.ts'
import { NoteError, parseCheckpoint, textOfNote } from '#lib/note.ts'
import { type ExternalPlace, type LogPath, PlaceProblem, type PlaceReceipt, type Publication } from './place.ts'
import { readTileBytes, tilePath, tilesSince } from './tiles.ts'

const maxNoteBytes = 64 * 1024

const logPath = ({ organizationId, generation }: LogPath, file: string): string =>
  `${organizationId}/${generation}/${file}`

/** Verifies that a place's log is a prefix of ours, so that no other history is overwritten. */
type ComparePrefix = (publication: Publication, newestNote: string) => Promise<boolean>

/**
 * Reads the size of the newest note at the place, which may be larger than the size that the database records for it.
 */
const readSize = (note: string): number => {
  try {
    return parseCheckpoint(textOfNote(note)).size
  } catch (error) {
    if (!(error instanceof NoteError)) throw error
    throw new PlaceProblem('lies', 'the place does not hold a valid checkpoint', { cause: error })
  }
}

/**
 * Creates a place that stores a log as tiles (c2sp.org/tlog-tiles): the hashes of all levels, down to those of the
 * rows, which identify an altered row. It also stores each checkpoint under its size, and the newest as `checkpoint`,
 * but no content of the rows.
 */
export const tiledLog = (name: string, files: Files, isPrefix: ComparePrefix): ExternalPlace => {
  const newest = async (path: LogPath, signal: AbortSignal): Promise<string | undefined> => {
    const bytes = await files.read(logPath(path, 'checkpoint'), signal)
    if (bytes && bytes.length > maxNoteBytes)
      throw new PlaceProblem('lies', 'the place does not hold a valid checkpoint')
    return bytes?.toString()
  }

  const publish = async (publication: Publication): Promise<PlaceReceipt> => {
    const { call, head, note, signal } = publication
    const { organizationId } = call
    const path = { organizationId, generation: head.generation }
    const newestNote = await newest(path, signal)
    const size = newestNote === undefined ? 0 : readSize(newestNote)
    if (newestNote !== undefined && !(await isPrefix(publication, newestNote)))
      throw new PlaceProblem('ahead', 'the place holds a checkpoint of a different ledger')
    // Tiles first, so that a reader of a checkpoint finds its tiles. If the place lost its log, the whole log is sent
    // again.
    const from = Math.min(publication.from, size)
    for (const tile of tilesSince(from, head.size)) {
      const bytes = await readTileBytes(call.read, head, tile)
      if (!bytes) throw new Error('a tile of the ledger is missing')
      await files.write(logPath(path, tilePath(tile)), bytes, signal)
    }
    for (const file of [`checkpoints/${head.size}`, 'checkpoint'])
      await files.write(logPath(path, file), Buffer.from(note), signal)
    return {}
  }

  return { name, forInstall: true, publish, newest }
}
