import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { closeDeviations } from '#src/features/storage/posture/posture-queries.ts'
import { BindingParams, bindingSurface, StorageBinding } from './binding.ts'
import { findBindingContents, lockAgainstFiles, maxCountedCopies, retireBinding } from './binding-queries.ts'
import { auditBinding, lockBindingForChange, nextBindingStatus } from './change-binding.ts'

const holdsFiles = (copies: number): Sentence =>
  copies > maxCountedCopies
    ? sentence`binding.holds_many_files: The storage binding still holds files (more than ${{ maxCountedCopies }} copies); move them first.`
    : sentence`binding.holds_files: The storage binding still holds files (copies: ${{ copies }}); move them first.`

/** Erases the credentials of the binding and keeps its record. */
export const retireStorageBinding = changeEndpoint({
  name: 'retireStorageBinding',
  summary: 'Retire a storage binding that holds no files; its credentials are erased',
  tag: 'Storage',
  method: 'POST',
  ...bindingSurface('/{bindingId}/retire'),
  confirm: true,
  status: 200,
  action: 'storage.binding.retire',
  params: BindingParams,
  response: StorageBinding,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { bindingId } }) {
    const { tx, now } = change
    const row = await lockBindingForChange(change, bindingId)
    const status = nextBindingStatus(row, 'retire')
    await tx.query(lockAgainstFiles, { id: bindingId })
    const [contents] = await tx.query(findBindingContents, { id: bindingId })
    if (contents?.migrations)
      throw new Refusal(
        'unprocessable',
        sentence`binding.migration_not_ended: A storage migration from or to the storage binding has not ended; wait for it or cancel it.`,
      )
    if (contents?.copies) throw new Refusal('unprocessable', holdsFiles(contents.copies))
    if (contents?.locked)
      throw new Refusal(
        'unprocessable',
        sentence`binding.copies_locked: The storage binding holds locked copies of files; retire it after their locks end.`,
      )
    if (contents?.uploads)
      throw new Refusal(
        'unprocessable',
        sentence`binding.upload_in_progress: An upload to the storage binding is in progress; try again.`,
      )
    // An upload that begins meanwhile waits for this row, then uses another binding.
    tx.write(retireBinding, { id: bindingId, at: iso(now) })
    tx.write(closeDeviations, { bindingId, at: iso(now) })
    return auditBinding(change, row, {
      ...row,
      status,
      revision: row.revision + 1,
      updated_at: new Date(now),
    })
  },
})
