import { install } from '#db/database.ts'
import { Refusal } from '#http/errors.ts'
import type { Checkpoints, TreeHead } from '#http/ledger.ts'
import { day, iso } from '#lib/clock.ts'
import { type Checkpoint, checkpointText, parseCheckpoint, signNote, textOfNote } from '#lib/note.ts'
import { sentence } from '#lib/sentence.ts'
import { recordOnce } from '#shared/security-event.ts'
import { type KeyNeeds, keysFor, openSigner } from './keys.ts'
import { type CheckpointRow, findCheckpoint, findStop, insertCheckpoint, stopSealing } from './queries.ts'

export type SignNeeds = KeyNeeds

const checkpointOf = ({ note }: Pick<CheckpointRow, 'note'>): Checkpoint => parseCheckpoint(textOfNote(note))

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
  said: Pick<Checkpoint, 'size' | 'root'>,
): Promise<boolean> => {
  if (said.size > size) return false
  const root = await ledger.rootAt((asked, values) => db.read(organizationId, asked, values), generation, said.size)
  return root.equals(said.root)
}

const stopped = () =>
  new Refusal(
    'unavailable',
    sentence`ledger.foreign_checkpoint: Nothing is signed: a checkpoint kept outside does not belong to this ledger; see \`probata ledger\`.`,
  )

const requireNotStopped = async ({ db }: SignNeeds): Promise<void> => {
  const [state] = await db.readInstall(findStop, {})
  if (state?.stopped_at) throw stopped()
}

/**
 * Returns the signed note of a committed head. It is stored before it is published, once per size, so that two notes
 * of a size cannot differ. The previous key also signs the first note after a rotation.
 * @throws Refusal
 */
export const signCheckpoint = async (needs: SignNeeds, organizationId: string, head: TreeHead): Promise<string> => {
  const { db, clock } = needs
  const { generation, size, origin } = head
  const find = () => db.read(organizationId, findCheckpoint, { generation, most: size })
  const [before] = await find()
  if (before) {
    const isOurs =
      before.size === size
        ? checkpointOf(before).root.equals(head.root)
        : await beginsWith(needs, organizationId, head, checkpointOf(before))
    if (!isOurs) {
      await haltLedger(needs, organizationId, 'signed')
      throw stopped()
    }
    if (before.size === size) return before.note
  }
  await requireNotStopped(needs)
  const keys = await keysFor(needs, organizationId, { purpose: 'checkpoint', generation, name: origin })
  const sign = keys.filter(({ until }) => until === null || !before || until > before.created_at)
  const signers = await Promise.all(sign.reverse().map(row => openSigner(needs, organizationId, row)))
  const note = signNote(checkpointText(head), signers)
  await db.transaction(organizationId, tx =>
    tx.write(insertCheckpoint, { generation, size, note, now: iso(clock.now()) }),
  )
  const [stored] = await find()
  if (!stored || stored.size !== size) throw new Error('the checkpoint was not stored')
  return stored.note
}

/** Returns an organization's newest head with its signed note, or undefined if nothing has been sealed yet. */
export const newestCheckpoint = async (
  { db, ledger, checkpoints }: Pick<SignNeeds, 'db' | 'ledger'> & { readonly checkpoints: Pick<Checkpoints, 'note'> },
  organizationId: string,
  generation?: number,
): Promise<{ head: TreeHead; note: string } | undefined> => {
  const head = await ledger.head((asked, values) => db.read(organizationId, asked, values), generation)
  if (!head || head.size === 0) return undefined
  return { head, note: await checkpoints.note(organizationId, head) }
}
