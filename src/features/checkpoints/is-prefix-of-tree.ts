import { NoteError, parseCheckpoint, textOfNote } from '#lib/note.ts'
import type { Publication } from './place.ts'
import { beginsWith, type SignNeeds } from './sign-checkpoint.ts'

/**
 * Whether a note at a place covers a prefix of our tree. The signature is not checked, because the signing key may be
 * lost along with the rows. Anyone can detect a log that continues from a smaller size than it published.
 */
export const isPrefixOfTree = async (
  needs: Pick<SignNeeds, 'db' | 'ledger'>,
  { call, head }: Pick<Publication, 'call' | 'head'>,
  note: string,
): Promise<boolean> => {
  try {
    const checkpoint = parseCheckpoint(textOfNote(note))
    // Another node may have sealed and published more since this head was read.
    const latestHead = (await call.ledger.head(call.read, head.generation)) ?? head
    return checkpoint.origin === head.origin && (await beginsWith(needs, call.organizationId, latestHead, checkpoint))
  } catch (error) {
    if (error instanceof NoteError) return false
    throw error
  }
}
