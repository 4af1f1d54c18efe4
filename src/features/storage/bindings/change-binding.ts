import type { Change } from '#http/call.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import type { Version } from '#http/version.ts'
import { iso } from '#lib/clock.ts'
import { statusAfter } from '#lib/flow.ts'
import { sentence } from '#lib/sentence.ts'
import {
  type BindingRow,
  type BindingStatus,
  bindingContent,
  bindingFlow,
  bindingTag,
  type StorageBinding,
  showBinding,
} from './binding.ts'
import { lockBinding, updateBinding } from './binding-queries.ts'

export const bindingVersion: Version = async ({ tx }, id) => {
  const [row] = await tx.query(lockBinding, { id })
  return row && { etag: bindingTag(row), resourceId: id }
}

/** Locks and returns a binding. An unknown binding and one of another workspace get the same 404. */
export const lockBindingForChange = async ({ tx }: Change, id: string): Promise<BindingRow> =>
  firstOrNotFound(await tx.query(lockBinding, { id }), 'storage binding')

/** Returns the resulting status. Throws a 422 if the current status does not allow the change. */
export const nextBindingStatus = <Input extends keyof typeof bindingFlow>(
  { status }: Pick<BindingRow, 'status'>,
  input: Input,
): (typeof bindingFlow)[Input]['to'] => {
  if (statusAfter<BindingStatus, keyof typeof bindingFlow>(bindingFlow, status, input)) return bindingFlow[input].to
  throw new Refusal(
    'unprocessable',
    sentence`binding.status: The storage binding is ${{ status }}; it must be ${{ possible: bindingFlow[input].from.join(' or ') }}.`,
  )
}

type Changes = Partial<Omit<BindingRow, 'id' | 'status'>> & { readonly status?: Exclude<BindingStatus, 'retired'> }

/** Updates a locked binding and writes its audit row. Nodes reopen its store when the revision changes. */
export const writeBinding = (change: Change, before: BindingRow, changes: Changes, action?: string): StorageBinding => {
  const at = new Date(change.now)
  const after: BindingRow = { ...before, ...changes, updated_at: at }
  if (after.status === 'retired') throw new Error('a retired binding does not change')
  change.tx.write(updateBinding, {
    id: after.id,
    status: after.status,
    name: after.name,
    settings: after.settings,
    encryption: after.encryption,
    retention: after.retention,
    validatedAt: after.validated_at && iso(after.validated_at.getTime()),
    activatedAt: after.activated_at && iso(after.activated_at.getTime()),
    revision: after.revision,
    at: iso(change.now),
  })
  return auditBinding(change, before, after, action)
}

/** Writes the audit row of a change to a binding, without its probe results and locks. */
export const auditBinding = (
  change: Change,
  before: BindingRow,
  after: BindingRow,
  action?: string,
): StorageBinding => {
  const render = (row: BindingRow) => {
    const { lastProbes: _, lockedUntil: __, locksPending: ___, ...recorded } = showBinding(row)
    return JSON.stringify(recorded)
  }
  const content = bindingContent(after)
  change.audit(after.id, { before: render(before), after: render(after), content, ...(action && { action }) })
  return showBinding(after)
}
