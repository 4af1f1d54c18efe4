import { install } from '#db/database.ts'
import { Refusal } from '#http/errors.ts'
import type { Checkpoints, TreeHead } from '#http/ledger.ts'
import { day, iso } from '#lib/clock.ts'
import { type Checkpoint, checkpointText, parseCheckpoint, signNote, textOfNote } from '#lib/note.ts'
import { sentence } from '#lib/sentence.ts'
import { recordOnce } from '#shared/security-event.ts'
import { getKeys, type KeyNeeds, openSigner } from './keys.ts'
import { type CheckpointRow, findCheckpoint, findStop, insertCheckpoint, stopSealing } from './queries.ts'

export type SignNeeds = KeyNeeds

const readNote = ({ note }: Pick<CheckpointRow, 'note'>): Checkpoint => parseCheckpoint(textOfNote(note))

/** Stops sealing and signing, because a published checkpoint does not cover a prefix of the current tree. */
export const haltLedger = async (needs: SignNeeds, organizationId: string, code: string): Promise<void> => {
  const { db, clock } = needs
  await db.transaction(install, tx => tx.query(stopSealing, { now: iso(clock.now()) }))
  const context = { resourceId: organizationId, code }
  await recordOnce(needs, organizationId, { type: 'ledgerBehindCheckpoint', context }, day)
}

/** Whether an organization's tree begins with the state in a checkpoint. */
export const beginsWith = async (
  { db, ledger }: Pick<SignNeeds, 'db' | 'ledger'>,
  organizationId: string,
  { generation, size }: Pick<TreeHead, 'generation' | 'size'>,
  expected: Pick<Checkpoint, 'size' | 'root'>,
): Promise<boolean> => {
  if (expected.size > size) return false
  const root = await ledger.rootAt(
    (statement, values) => db.read(organizationId, statement, values),
    generation,
    expected.size,
  )
  return root.equals(expected.root)
}

const stoppedRefusal = () =>
  new Refusal(
    'unavailable',
    sentence`ledger.foreign_checkpoint: Nothing is signed: a checkpoint kept outside does not belong to this ledger; see \`probata ledger\`.`,
  )

const requireNotStopped = async ({ db }: SignNeeds): Promise<void> => {
  const [state] = await db.readInstall(findStop, {})
  if (state?.stopped_at) throw stoppedRefusal()
}

/**
 * Returns the signed note of a committed head. The note is stored before publication, once per size, so that two notes
 * of the same size cannot differ. The previous key also signs the first note after a rotation.
 * @throws Refusal
 */
export const signCheckpoint = async (needs: SignNeeds, organizationId: string, head: TreeHead): Promise<string> => {
  const { db, clock } = needs
  const { generation, size, origin } = head
  const findNewest = () => db.read(organizationId, findCheckpoint, { generation, most: size })
  const [previous] = await findNewest()
  if (previous) {
    const isPrefix =
      previous.size === size
        ? readNote(previous).root.equals(head.root)
        : await beginsWith(needs, organizationId, head, readNote(previous))
    if (!isPrefix) {
      await haltLedger(needs, organizationId, 'signed')
      throw stoppedRefusal()
    }
    if (previous.size === size) return previous.note
  }
  await requireNotStopped(needs)
  const keys = await getKeys(needs, organizationId, { purpose: 'checkpoint', generation, name: origin })
  const signingKeys = keys.filter(({ until }) => until === null || !previous || until > previous.created_at)
  const signers = await Promise.all(signingKeys.reverse().map(row => openSigner(needs, organizationId, row)))
  const note = signNote(checkpointText(head), signers)
  await db.transaction(organizationId, tx =>
    tx.write(insertCheckpoint, { generation, size, note, now: iso(clock.now()) }),
  )
  const [storedCheckpoint] = await findNewest()
  if (!storedCheckpoint || storedCheckpoint.size !== size) throw new Error('the checkpoint was not stored')
  return storedCheckpoint.note
}

/** Returns an organization's newest head with its signed note, or undefined if nothing has been sealed yet. */
export const newestCheckpoint = async (
  { db, ledger, checkpoints }: Pick<SignNeeds, 'db' | 'ledger'> & { readonly checkpoints: Pick<Checkpoints, 'note'> },
  organizationId: string,
  generation?: number,
): Promise<{ head: TreeHead; note: string } | undefined> => {
  const head = await ledger.head((statement, values) => db.read(organizationId, statement, values), generation)
  if (!head || head.size === 0) return undefined
  return { head, note: await checkpoints.note(organizationId, head) }
}
